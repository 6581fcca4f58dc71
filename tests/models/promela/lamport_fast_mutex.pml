// Lamport's fast mutual exclusion: two writes and two reads without contention.
// expect: states=37298 edges=101331 verdict=holds
// expect[optimise=none]: states=147176 edges=403332 verdict=holds
#define N 3
byte x, y;
bool b[N + 1];
byte owners;

active [N] proctype p() {
    byte i = _pid + 1, j;
start:
    b[i] = 1;
    x = i;
    if
    :: y != 0 ->
        b[i] = 0;
        y == 0;
        goto start
    :: y == 0
    fi;
    y = i;
    if
    :: x != i ->
        b[i] = 0;
        j = 1;
        do
        :: j <= N -> !b[j]; j++
        :: j > N -> break
        od;
        if
        :: y != i -> y == 0; goto start
        :: y == i
        fi
    :: x == i
    fi;
    owners++;
    assert(owners == 1);
    owners--;
    y = 0;
    b[i] = 0;
    goto start
}

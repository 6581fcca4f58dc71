// Odd-even transposition: processes on a line exchange their numbers with neighbours by rendezvous, until they are in order.
// expect: states=6273 edges=19920 verdict=holds
// expect[optimise=none]: states=7548 edges=24315 verdict=holds
// expect[strategy=none,por=on]: states=115 edges=148 verdict=holds
#ifndef N
#define N 4
#endif

chan right[N] = [0] of { byte };
chan left[N] = [0] of { byte };
byte out[N];

proctype place(byte me; byte value) {
    byte phase, other;
    do
    :: phase < N ->
        if
        :: (me + phase) % 2 == 0 && me < N - 1 ->
            right[me]!value;
            left[me]?value
        :: (me + phase) % 2 == 1 && me > 0 ->
            right[me - 1]?other;
            if
            :: other > value -> left[me - 1]!value; value = other
            :: else -> left[me - 1]!other
            fi
        :: else
        fi;
        phase++
    :: else -> break
    od;
    out[me] = value
}

init {
    byte i;
    atomic {
        for (i : 0 .. N - 1) { run place(i, (i * 3 + 2) % 8) }
    };
    (_nr_pr == 1);
    for (i : 0 .. N - 2) { assert(out[i] <= out[i + 1]) }
}

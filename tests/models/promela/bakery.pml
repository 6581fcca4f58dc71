// Lamport's bakery for three customers, tickets bounded by a reset when all are outside.
// expect: states=156957 edges=438240 verdict=holds
// expect[optimise=none]: states=197668 edges=555105 verdict=holds
#define N 3
#define MAXT 2
byte ticket[N];
bool choosing[N];
byte inside;

proctype customer(byte me) {
    byte j, max;
    do
    :: choosing[me] = true;
        max = 0;
        for (j : 0 .. N - 1) {
            if
            :: ticket[j] > max -> max = ticket[j]
            :: else
            fi
        }
        if
        :: max >= MAXT -> choosing[me] = false; break
        :: else -> ticket[me] = max + 1
        fi;
        choosing[me] = false;
        j = 0;
        do
        :: j < N ->
            !choosing[j];
            (ticket[j] == 0 || ticket[j] > ticket[me] || (ticket[j] == ticket[me] && j >= me));
            j++
        :: j == N -> break
        od;
        inside++;
        assert(inside == 1);
        inside--;
        ticket[me] = 0
    od
}

init {
    atomic { run customer(0); run customer(1); run customer(2) }
}

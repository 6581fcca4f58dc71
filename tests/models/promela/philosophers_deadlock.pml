// Dining philosophers who all take the left fork first: the classic deadlock.
// expect: states=119 edges=341 verdict=violated:deadlock
// expect[optimise=none]: states=119 edges=341 verdict=violated:deadlock
#define N 4
chan fork[N] = [1] of { bit };

proctype phil(byte me) {
    do
    :: fork[me]?_ ->
        fork[(me + 1) % N]?_;
eat:    fork[(me + 1) % N]!1;
        fork[me]!1
    od
}

init {
    byte i = 0;
    atomic {
        do
        :: i < N -> fork[i]!1; i++
        :: else -> break
        od;
        do
        :: i > 0 -> i--; run phil(i)
        :: else -> break
        od
    }
}

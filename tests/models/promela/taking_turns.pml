// Makers and takers are started alternately, so that the ids of neither are adjacent; a watcher is started in between. Makers
// are nevertheless interchangeable, and so are takers: nothing depends on the order of ids. `last` and `mine` are arrays over
// processes, of which those of the watcher and of init stay as they are.
// expect: states=477 edges=1721 verdict=holds
// expect[optimise=none]: states=477 edges=1721 verdict=holds
// expect[define=N=3]: states=12717 edges=66073 verdict=holds
// expect[strategy=canonical]: states=159 edges=571 verdict=holds
// expect[strategy=enumerate]: states=159 edges=571 verdict=holds
// expect[strategy=exact-markers]: states=160 edges=575 verdict=holds
// expect[define=N=3,strategy=canonical]: states=715 edges=3725 verdict=holds
// expect[define=N=3,strategy=enumerate]: states=715 edges=3725 verdict=holds
// expect[define=N=3,strategy=exact-markers]: states=738 edges=3848 verdict=holds
#ifndef N
#define N 2
#endif
#if N < 2 || N > 3
#error "N is 2 or 3"
#endif

chan shelf = [2] of { pid };
pid last = 0;                 // who put something there last; 0: nobody
bool mine[2 * N + 2];         // who holds something

proctype maker() {
    do
    :: mine[_pid] = true; atomic { shelf!_pid -> last = _pid; mine[_pid] = false }
    od
}

proctype taker() {
    pid from;
    do
    :: atomic { shelf?from -> mine[_pid] = true; assert(from != _pid) };
        atomic { mine[_pid] = false; if :: last == from -> last = 0 :: else fi; from = 0 }
    od
}

proctype watcher() {
    do
    :: atomic { last != 0 && mine[last] -> last = 0 }
    od
}

init {
    atomic {
        run maker(); run taker(); run watcher(); run maker(); run taker();
#if N == 3
        run maker(); run taker()
#endif
    }
}

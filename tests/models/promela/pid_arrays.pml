// Arrays of processes indexed by processes, and queues of processes: each process may follow another one, leaders keep a queue
// of their followers, and a process with followers must not follow.
// expect: states=170 edges=313 verdict=holds
// expect[optimise=none]: states=170 edges=313 verdict=holds
// expect[define=N=4]: states=1030 edges=3025 verdict=holds
// expect[define=N=5]: states=8092 edges=27281 verdict=holds
// expect[strategy=enumerate]: states=31 edges=64 verdict=holds
// expect[strategy=canonical]: states=31 edges=64 verdict=holds
// expect[strategy=exact-markers]: states=31 edges=64 verdict=holds
// expect[strategy=sorted]: states=31 edges=64 verdict=holds
// expect[define=N=4,strategy=enumerate]: states=51 edges=183 verdict=holds
// expect[define=N=4,strategy=canonical]: states=51 edges=183 verdict=holds
// expect[define=N=4,strategy=exact-markers]: states=51 edges=183 verdict=holds
// expect[define=N=4,strategy=sorted]: states=61 edges=203 verdict=holds
// expect[define=N=5,strategy=enumerate]: states=89 edges=417 verdict=holds
// expect[define=N=5,strategy=canonical]: states=89 edges=417 verdict=holds
// expect[define=N=5,strategy=exact-markers]: states=90 edges=421 verdict=holds
// expect[define=N=5,strategy=sorted]: states=103 edges=473 verdict=holds
#ifndef N
#define N 3
#endif
#if N < 2 || N > 5
#error "N from 2 to 5"
#endif

pid follows[N + 1];
chan followers[N + 1] = [2] of { pid };
chan gone = [2] of { pid };              // those who stopped, the last two of them

#define can_follow(i) i != _pid && follows[i] == 0 && nfull(followers[i]) -> other = i

proctype node() {
    pid other;
end:
    do
    :: atomic {
        follows[_pid] == 0 && empty(followers[_pid]) ->
        if
        :: can_follow(1)
        :: can_follow(2)
#if N >= 3
        :: can_follow(3)
#endif
#if N >= 4
        :: can_follow(4)
#endif
#if N >= 5
        :: can_follow(5)
#endif
        :: else
        fi;
        if
        :: other != 0 -> follows[_pid] = other; followers[other]!_pid; other = 0
        :: else
        fi
    }
    :: atomic {
        followers[_pid]?other ->
        assert(follows[other] == _pid && follows[_pid] == 0);
        follows[other] = 0;
        if
        :: full(gone) -> gone?_
        :: nfull(gone)
        fi;
        gone!other;
        other = 0
    }
    od
}

init {
    atomic {
        run node(); run node();
#if N >= 3
        run node();
#endif
#if N >= 4
        run node();
#endif
#if N >= 5
        run node();
#endif
    }
}

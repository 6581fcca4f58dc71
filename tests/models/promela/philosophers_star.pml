// Philosophers around a star: each has a chopstick and needs the single one in the middle as well,
// which the waiter, the init process, hands out. Every permutation of the philosophers is a symmetry.
// expect: states=1270 edges=4105 verdict=holds
// expect[optimise=none]: states=1270 edges=4105 verdict=holds
// expect[define=N=6]: states=22600 edges=104977 verdict=holds
// expect[strategy=enumerate]: states=102 edges=339 verdict=holds
// expect[strategy=canonical]: states=102 edges=339 verdict=holds
// expect[strategy=exact-markers]: states=102 edges=339 verdict=holds
// expect[strategy=sorted]: states=102 edges=339 verdict=holds
// expect[define=N=6,strategy=enumerate]: states=224 edges=1098 verdict=holds
// expect[define=N=6,strategy=canonical]: states=224 edges=1098 verdict=holds
// expect[define=N=6,strategy=exact-markers]: states=224 edges=1098 verdict=holds
// expect[define=N=6,strategy=sorted]: states=224 edges=1098 verdict=holds
#ifndef N
#define N 4
#endif
#if N < 2 || N > 6
#error "N from 2 to 6"
#endif

mtype = { thinking, hungry, ready, eating };
mtype mood[N + 1] = thinking;
pid middle = 0;                // who has the chopstick in the middle
pid last = 0;                  // who had it before
byte at_table = 0;

proctype philosopher() {
end:
    do
    :: atomic { mood[_pid] == thinking -> mood[_pid] = hungry }
    :: atomic { mood[_pid] == hungry -> mood[_pid] = ready }
    :: atomic {
        mood[_pid] == ready && middle == _pid ->
        mood[_pid] = eating;
        at_table++;
        assert(at_table == 1)
    }
    :: atomic {
        mood[_pid] == eating ->
        at_table--;
        mood[_pid] = thinking;
        last = _pid;
        middle = 0
    }
    od
}

// No philosopher twice in a row.
#define hand_to(i) atomic { middle == 0 && last != i && mood[i] == ready -> middle = i }

init {
    atomic {
        run philosopher(); run philosopher();
#if N >= 3
        run philosopher();
#endif
#if N >= 4
        run philosopher();
#endif
#if N >= 5
        run philosopher();
#endif
#if N >= 6
        run philosopher();
#endif
    };
end:
    do
    :: hand_to(1)
    :: hand_to(2)
#if N >= 3
    :: hand_to(3)
#endif
#if N >= 4
    :: hand_to(4)
#endif
#if N >= 5
    :: hand_to(5)
#endif
#if N >= 6
    :: hand_to(6)
#endif
    od
}

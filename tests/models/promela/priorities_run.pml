// Jobs started with different priorities by a dispatcher; equal priorities interleave.
// expect: states=19 edges=18 verdict=holds
// expect[optimise=none]: states=19 edges=18 verdict=holds
byte order, last_prio = 9;
byte done_jobs;

proctype job(byte p; byte n) {
    order = (order * 4 + n) % 64;
    last_prio = p;
    done_jobs++
}

init {
    atomic {
        run job(4, 1) priority 4;
        run job(2, 2) priority 2;
        run job(2, 3) priority 2
    };
    done_jobs == 3;
    assert(last_prio <= 4)
}

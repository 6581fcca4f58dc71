// A master sends tasks through each worker's own channel and collects the results from one common queue.
// expect: states=8391 edges=23287 verdict=holds
// expect[optimise=none]: states=12831 edges=36650 verdict=holds
// expect[strategy=none,por=on]: states=2636 edges=3271 verdict=holds
#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef TASKS
#define TASKS 4
#endif
#define STOP 255

chan work[WORKERS] = [1] of { byte };
chan results = [WORKERS] of { byte, byte };

proctype worker(chan in; byte me) {
    byte task, value;
    do
    :: in?task ->
        if
        :: task == STOP -> break
        :: else
        fi;
        value = task;
        value = value * 2;
        results!me,value
    od
}

active proctype master() {
    byte i, given, done, who, value, sum;
    atomic {
        for (i : 0 .. WORKERS - 1) { run worker(work[i], i) }
    };
    for (i : 0 .. WORKERS - 1) { work[i]!given; given++ };
    do
    :: done < TASKS ->
        results?who,value;
        sum = sum + value;
        done++;
        if
        :: given < TASKS -> work[who]!given; given++
        :: else -> work[who]!STOP
        fi
    :: done == TASKS -> break
    od;
    assert(sum == TASKS * (TASKS - 1))
}

/* Clients of several priorities request a resource from one allocator; among the waiting ones, the highest priority is
   served first. Clients 1 .. N; client i has priority 1 from client SECOND on, 2 from client THIRD on; with -DALTERNATING the
   priorities 0 and 1 alternate every two clients. Clients of one priority are interchangeable.
   Compile with -DN=... and -DSECOND=... -DTHIRD=..., or -DALTERNATING */
#ifndef N
#define N 4
#endif
#ifndef SECOND
#define SECOND 3
#endif
#ifndef THIRD
#define THIRD (N + 1)
#endif
#ifdef ALTERNATING
#define priority_of(i) ((i - 1) / 2 % 2)
#else
#define priority_of(i) ((i >= SECOND) + (i >= THIRD))
#endif

chan request = [2] of { chan, byte };
chan release = [0] of { bit };
chan link[N] = [1] of { bit };
byte holders = 0;

proctype client(chan reply; byte level) {
    do
    :: request!reply, level;
        reply?1;
        holders++;
        assert(holders == 1);
        holders--;
        release!1
    od
}

proctype allocator() {
    chan next;
    do
    :: nempty(request) ->
        atomic {
            if
            :: request??[_, 2] -> request??next, 2
            :: else ->
                if
                :: request??[_, 1] -> request??next, 1
                :: else -> request??next, 0
                fi
            fi;
            next!1
        };
        release?1
    od
}

init {
    atomic {
        run client(link[0], priority_of(1));
        run client(link[1], priority_of(2));
#if N >= 3
        run client(link[2], priority_of(3));
#endif
#if N >= 4
        run client(link[3], priority_of(4));
#endif
#if N >= 5
        run client(link[4], priority_of(5));
#endif
#if N >= 6
        run client(link[5], priority_of(6));
#endif
#if N >= 7
        run client(link[6], priority_of(7));
#endif
#if N >= 8
        run client(link[7], priority_of(8));
#endif
#if N >= 9
        run client(link[8], priority_of(9));
#endif
#if N >= 10
        run client(link[9], priority_of(10));
#endif
#if N >= 11
        run client(link[10], priority_of(11));
#endif
#if N >= 12
        run client(link[11], priority_of(12));
#endif
#if N >= 13
        run client(link[12], priority_of(13));
#endif
#if N >= 14
        run client(link[13], priority_of(14));
#endif
#if N >= 15
        run client(link[14], priority_of(15));
#endif
#if N >= 16
        run client(link[15], priority_of(16));
#endif
        run allocator()
    }
}

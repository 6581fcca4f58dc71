// A switch: ports are structures with an array of channels each (one per class of service), routes are chosen by
// select, queues are enumerated by for-in, numbers of processes and names of classes are printed.
// expect[optimise=none]: states=2798 edges=4639 verdict=holds
// expect: states=2063 edges=3426 verdict=holds
#define PORTS 2
#define CLASSES 2
mtype:class = { bulk, voice };
typedef Port {
    chan out[CLASSES] = [1] of { mtype:class, byte };
    byte sent;
    short credit = 2
};
Port port[PORTS];
chan spare[CLASSES] = [1] of { byte };
byte lost;

inline enqueue(p, c, kind, v) {
    if
    :: nfull(port[p].out[c]) -> port[p].out[c]!kind, v; port[p].sent++; port[p].credit--
    :: full(port[p].out[c]) -> lost++
    fi
}

active proctype source() {
    byte i, p;
    for (i : 1 .. 2) {
        select (p : 0 .. PORTS - 1);
        if
        :: port[p].credit > 0 -> enqueue(p, 0, bulk, i)
        :: enqueue(p, 1, voice, i * 10)
        :: port[p].credit <= 0 -> port[p].credit = port[p].credit + 3
        fi
    }
    p = 0;
    printf("%d lost, %d processes\n", lost, _nr_pr)
}

active [PORTS] proctype line() {
    mtype:class kind;
    byte value, c;
    do
    :: port[_pid - 1].out[1]?kind, value -> assert(kind == voice && value >= 10); printm(kind)
    :: empty(port[_pid - 1].out[1]) && port[_pid - 1].out[0]?[bulk, value] ->
        port[_pid - 1].out[0]?kind, value;
        port[_pid - 1].credit++
    :: _nr_pr < 3 -> break
    :: timeout -> break
    od;
    c = 0;
    for (c in spare) {
        assert(len(port[_pid - 1].out[c]) <= 1 && empty(spare[c]))
    }
    kind = 0; value = 0; c = 0
}

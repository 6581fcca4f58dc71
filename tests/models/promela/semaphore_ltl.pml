// A weak semaphore by rendezvous with an LTL formula about one named process; the claim uses labels and np_-free text.
// expect: states=39 edges=59 verdict=holds
// expect[optimise=none]: states=39 edges=59 verdict=holds
mtype = { p, v };
chan sema = [0] of { mtype };
byte in_critical;

active proctype dijkstra() {
    byte count = 1;
end:
    do
    :: count == 1 -> sema!p; count = 0
    :: count == 0 -> sema?v; count = 1
    od
}

active [3] proctype user() {
    do
    :: sema?p;
critical:
        in_critical++;
        assert(in_critical <= 1);
        in_critical--;
        sema!v
    od
}

ltl exclusive { [] (in_critical < 2) }

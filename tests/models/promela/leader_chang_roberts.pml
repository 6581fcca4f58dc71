// Leader election on a one-way ring (Chang and Roberts): identities travel, the largest returns home.
// expect: states=480 edges=1305 verdict=holds
// expect[optimise=none]: states=480 edges=1305 verdict=holds
#define N 4
#define L 2

chan ring[N] = [L] of { byte };
byte leader;
byte elected;

proctype node(byte me; byte id) {
    byte seen;
    ring[(me + 1) % N]!id;
end:
    do
    :: ring[me]?seen ->
        if
        :: seen > id -> ring[(me + 1) % N]!seen
        :: seen < id -> skip
        :: else ->
            leader = id;
            elected++;
            assert(elected == 1);
            break
        fi
    od
}

init {
    atomic {
        run node(0, 3);
        run node(1, 1);
        run node(2, 4);
        run node(3, 2)
    }
}

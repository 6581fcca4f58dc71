// Leader election on a one-way ring (Le Lann; Chang and Roberts), with channels as parameters and an announcement that travels around the ring.
// expect: states=1315 edges=4064 verdict=holds
// expect[optimise=none]: states=1315 edges=4064 verdict=holds
// expect[strategy=none,por=on]: states=62 edges=61 verdict=holds
#ifndef N
#define N 5
#endif

mtype = { candidate, leader };
chan ring[N] = [2] of { mtype, byte };
byte chosen;

proctype station(chan in, out; byte id) {
    byte other, known;
    out!candidate(id);
    do
    :: in?candidate(other) ->
        if
        :: other > id -> out!candidate(other)
        :: other < id
        :: other == id -> chosen++; out!leader(id)
        fi
    :: in?leader(known) ->
        if
        :: known == id
        :: else -> out!leader(known)
        fi;
        break
    od;
    assert(chosen == 1 && known == N)
}

init {
    byte i;
    atomic {
        for (i : 0 .. N - 1) { run station(ring[i], ring[(i + 1) % N], (i * 2) % N + 1) }
    }
}

// Peterson's leader election on a one-way ring: two messages a round, and at most every second node stays active.
// expect: states=1770 edges=5116 verdict=holds
// expect[optimise=none]: states=2102 edges=6196 verdict=holds
// expect[strategy=none,por=on]: states=64 edges=63 verdict=holds
#ifndef N
#define N 4
#endif

mtype = { first, second, elected };
chan link[N] = [2] of { mtype, byte };
byte leaders;

proctype node(chan in, out; byte own) {
    byte temporary = own, next, nextnext;
    bit active_node = 1;
end:
    do
    :: active_node ->
        out!first(temporary);
        in?first(next);
        if
        :: next == own -> leaders++; assert(leaders == 1); out!elected(own); in?elected(_); break
        :: else
        fi;
        out!second(next);
        in?second(nextnext);
        if
        :: next >= nextnext && next > temporary -> temporary = next; own = next
        :: else -> active_node = 0
        fi
    :: !active_node ->
        if
        :: in?first(next) -> out!first(next)
        :: in?second(next) -> out!second(next)
        :: in?elected(next) -> out!elected(next); break
        fi
    od
}

init {
    byte i;
    atomic {
        do
        :: i < N -> run node(link[i], link[(i + 1) % N], (i * 3 + 2) % N + 1); i++
        :: i == N -> break
        od
    }
}

// Dolev, Klawe and Rodeh's election on a ring of five: no declaration says which process uses which end of a channel.
// expect: states=36035 edges=147696 verdict=holds
// expect[optimise=none]: states=38813 edges=159551 verdict=holds
// expect[strategy=none,por=on]: states=96 edges=95 verdict=holds
#ifndef N
#define N 5
#endif

mtype = { one, two, winner };
chan q[N] = [N] of { mtype, byte };
byte nr_leaders;

proctype node(chan in, out; byte mynumber) {
    bit active_node = 1, know_winner;
    byte nr, maximum = mynumber, neighbour;
    out!one(mynumber);
end:
    do
    :: in?one(nr) ->
        if
        :: active_node ->
            if
            :: nr != maximum -> out!two(nr); neighbour = nr
            :: else -> know_winner = 1; out!winner,nr
            fi
        :: else -> out!one(nr)
        fi
    :: in?two(nr) ->
        if
        :: active_node ->
            if
            :: neighbour > nr && neighbour > maximum -> maximum = neighbour; out!one(neighbour)
            :: else -> active_node = 0
            fi
        :: else -> out!two(nr)
        fi
    :: in?winner,nr ->
        if
        :: nr != mynumber
        :: else -> nr_leaders++; assert(nr_leaders == 1)
        fi;
        if
        :: know_winner
        :: else -> out!winner,nr
        fi;
        break
    od
}

init {
    byte proc = 1;
    atomic {
        do
        :: proc <= N -> run node(q[proc - 1], q[proc % N], (N + 3 - proc) % N + 1); proc++
        :: proc > N -> break
        od
    }
}

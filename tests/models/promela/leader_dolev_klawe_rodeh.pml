// Leader election on a one-way ring (Dolev, Klawe, Rodeh): active and passive nodes, tagged messages.
// expect: states=369 edges=807 verdict=holds
// expect[optimise=none]: states=642 edges=1547 verdict=holds
#define N 3
#define I 3
mtype = { one, two, winner };

chan q[N] = [N] of { mtype, byte };
byte nr_leaders = 0;

proctype node(chan in, out; byte mynumber) {
    bit active_node = 1, know_winner = 0;
    byte nr, maximum = mynumber, neighbour;

    xr in;
    xs out;

    out!one(mynumber);
end:
    do
    :: in?one(nr) ->
        if
        :: active_node ->
            if
            :: nr != maximum -> out!two(nr); neighbour = nr
            :: else -> know_winner = 1; out!winner, nr
            fi
        :: else -> out!one(nr)
        fi
    :: in?two(nr) ->
        if
        :: active_node ->
            if
            :: neighbour > nr && neighbour > maximum ->
                maximum = neighbour;
                out!one(neighbour)
            :: else -> active_node = 0
            fi
        :: else -> out!two(nr)
        fi
    :: in?winner, nr ->
        if
        :: nr != mynumber -> skip
        :: else -> nr_leaders++; assert(nr_leaders == 1)
        fi;
        if
        :: know_winner
        :: else -> out!winner, nr
        fi;
        break
    od
}

init {
    byte proc = 1;
    atomic {
        do
        :: proc <= N ->
            run node(q[proc - 1], q[proc % N], (N + I - proc) % N + 1);
            proc++
        :: proc > N -> break
        od
    }
}

ltl one_leader { [] (nr_leaders <= 1) }

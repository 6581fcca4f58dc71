// Franklin's leader election on a two-way ring: a node smaller than an active neighbour becomes a relay.
// expect: states=1764 edges=5187 verdict=holds
// expect[optimise=none]: states=1764 edges=5187 verdict=holds
// expect[strategy=none,por=on]: states=114 edges=122 verdict=holds
#ifndef N
#define N 4
#endif
#define L 2

chan clockwise[N] = [L] of { byte };
chan counter[N] = [L] of { byte };
byte winner;

proctype node(chan from_left, to_right, from_right, to_left; byte id) {
    byte left, right;
active_node:
    do
    :: to_right!id;
       to_left!id;
       from_left?left;
       from_right?right;
       if
       :: left == id || right == id -> winner++; assert(winner == 1); goto done
       :: left > id || right > id -> break
       :: else
       fi
    od;
end_relay:
    do
    :: from_left?left -> to_right!left
    :: from_right?right -> to_left!right
    od;
done:
    skip
}

init {
    byte i;
    atomic {
        do
        :: i < N -> run node(clockwise[i], clockwise[(i + 1) % N], counter[i], counter[(i + N - 1) % N], (i * 3 + 1) % 7 + 1); i++
        :: i == N -> break
        od
    }
}

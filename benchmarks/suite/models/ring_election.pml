// Leader election on a ring by the two comparisons of Dolev, Klawe and Rodeh; every order of the numbers is explored.
#ifndef N
#define N 6
#endif
mtype = { one, two, winner };
chan ring[N] = [2] of { mtype, byte };
byte leaders;

proctype node(chan in, out; byte number) {
    bool active_node = true, known;
    byte maximum = number, neighbour, n;
    out!one(number);
end:
    do
    :: in?one(n) ->
       if
       :: active_node ->
          if
          :: n != maximum -> out!two(n); neighbour = n
          :: else -> known = true; out!winner, n
          fi
       :: else -> out!one(n)
       fi
    :: in?two(n) ->
       if
       :: active_node ->
          if
          :: neighbour > n && neighbour > maximum -> maximum = neighbour; out!one(neighbour)
          :: else -> active_node = false
          fi
       :: else -> out!two(n)
       fi
    :: in?winner, n ->
       if
       :: n != number
       :: else -> leaders++; assert(leaders == 1)
       fi;
       if
       :: known
       :: else -> out!winner, n
       fi;
       break
    od
}

init {
    byte i, first;
    atomic {
        select(first : 1 .. N);
        do
        :: i < N -> run node(ring[(i + N - 1) % N], ring[i], (first * (i + 1)) % (N + 1)); i++
        :: else -> break
        od;
        i = 0; first = 0
    }
}

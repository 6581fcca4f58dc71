// Sorting by a row of cells: each keeps the greatest number it has seen and passes the others on.
// expect: states=4370 edges=15413 verdict=holds
// expect[optimise=none]: states=16070 edges=68063 verdict=holds
// expect[strategy=none,por=on]: states=85 edges=84 verdict=holds
#ifndef N
#define N 5
#endif

chan row[N + 1] = [1] of { byte };

proctype feeder(chan out) {
    byte i, number = 1;
    do
    :: i < N -> number = (number * 5 + 3) % 16; out!number; i++
    :: i == N -> break
    od
}

proctype cell(chan in, out; byte rest) {
    byte kept, next;
    in?kept;
    do
    :: rest > 0 ->
        in?next;
        if
        :: next > kept -> out!kept; kept = next
        :: else -> out!next
        fi;
        rest--
    :: rest == 0 -> break
    od;
    assert(kept > 0)
}

init {
    byte i;
    atomic {
        run feeder(row[0]);
        for (i : 0 .. N - 1) { run cell(row[i], row[i + 1], N - 1 - i) }
    }
}

// Two dice by select, summed by nested for loops; a game on a track with negative positions.
// expect: states=5529 edges=5663 verdict=holds
// expect[optimise=none]: states=4387 edges=4521 verdict=holds
short position;
int total;

active proctype player() {
    int die1, die2;
    byte throws;
    do
    :: throws < 2 ->
        select (die1 : 1 .. 4);
        select (die2 : -2 .. 0);
        position = position + die1 * die2;
        throws++
    :: position < -5 -> break
    :: throws >= 2 -> break
    od;
    int i, j;
    for (i : -1 .. 1) {
        for (j : 0 .. 2) {
            total = total + i * j
        }
    }
    assert(total == 0)
}

// Indices out of bounds on the left, on the right, in records and in conditions; the search continues after each.
// expect[optimise=none]: states=80 edges=136 verdict=violated:safety
// expect: states=80 edges=136 verdict=violated:safety
typedef cell { byte v[2] };
cell grid[2];
byte i;

active proctype reader() {
    byte x;
    do
    :: grid[1].v[i] == 0 -> x = x + 1; if :: x > 2 -> break :: else fi
    :: i > 2 -> x = grid[1].v[0]; break
    od
}

active proctype walker() {
    do
    :: i < 4 -> grid[0].v[i] = i; i++
    :: i == 4 -> i = 0; break
    od
}

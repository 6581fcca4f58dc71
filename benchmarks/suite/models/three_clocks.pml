// Few large processes: three machines with long straight-line code and local arithmetic, synchronised by shared flags.
#ifndef LIMIT
#define LIMIT 20
#endif
byte turn, shared_sum;
bool want[3];

inline lap(me, other, step) {
    want[me] = true;
    turn = other;
    (!want[other] || turn == me);
    shared_sum = (shared_sum + step) % 8;
    x = (x + step) % LIMIT;
    if
    :: x % 2 == 0 -> y = (y + x) % 5
    :: x % 2 == 1 && y > 2 -> y = y - 2
    :: else -> y = y + 1
    fi;
    z = (x * y + z) % 7;
    want[me] = false
}

active proctype first() {
    byte x, y, z;
    do
    :: lap(0, 1, 1)
    :: z > 3 -> z = 0; lap(0, 2, 2)
    od
}
active proctype second() {
    byte x, y, z;
    do
    :: lap(1, 0, 3)
    :: y == 0 -> x = 0; z = 0
    od
}

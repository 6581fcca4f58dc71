// Mutual exclusion for four processes by a tree of two-process Peterson locks.
// Inline arguments are text: node * 2 with node = 1 + _pid / 2 is not what was intended, and the assertion detects this.
// expect: states=19162 edges=65068 verdict=violated:assertion
// expect[optimise=none]: states=19162 edges=65068 verdict=violated:assertion
#define N 4
bool want[6];
bit turn[3];
byte inside;

inline lock(node, side) {
    want[node * 2 + side] = true;
    turn[node] = 1 - side;
    (!want[node * 2 + 1 - side] || turn[node] == side)
}

inline unlock(node, side) {
    want[node * 2 + side] = false
}

active [N] proctype p() {
    do
    :: lock(1 + _pid / 2, _pid % 2);
        lock(0, _pid / 2);
        inside++;
        assert(inside == 1);
        inside--;
        unlock(0, _pid / 2);
        unlock(1 + _pid / 2, _pid % 2)
    od
}

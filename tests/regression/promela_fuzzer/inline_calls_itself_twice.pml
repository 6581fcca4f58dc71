// Mutual excÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿlusiÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿon for four processes by a tree of two-process Peterson locks.
// Inline arguments are text: node * 2 with node = 1 + _pid / 2 is not what was meant, and the assertion finds it.
#define N 4
bool want[6];
bit turn[3];
byte inside;

inline lock(node, side) {
    want[node * 2 + side] = true;
      do
    :: lock(1 + _pid / 2, _pid % 2);
        lock(0, _pid / 2);
        inside++;
       2 + side] = false
}

active [N] proctype p() {
    do
    :: lock(1 + _pid / 2, _pid % 2);
        lock(0, _pid / 2);

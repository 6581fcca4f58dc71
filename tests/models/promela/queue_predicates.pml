// A thermostat for a queue: filler and drainer test full, empty, nfull, nempty and len, singly and in arrays.
// expect: states=342 edges=585 verdict=violated:deadlock
// expect[optimise=none]: states=342 edges=585 verdict=violated:deadlock
chan q[2] = [2] of { bit };
byte moved;

active proctype filler() {
    do
    :: nfull(q[0]) -> q[0]!1
    :: full(q[0]) && empty(q[1]) -> moved++; moved = moved % 3
    :: full(q[0]) && full(q[1]) -> break
    od
}

active proctype mover() {
    bit b;
    do
    :: nempty(q[0]) && nfull(q[1]) -> q[0]?b; q[1]!1 - b
    :: len(q[0]) + len(q[1]) == 4 -> break
    :: len(q[1]) > len(q[0]) && nempty(q[1]) -> q[1]?b
    od;
    assert(len(q[0]) == 2)
}

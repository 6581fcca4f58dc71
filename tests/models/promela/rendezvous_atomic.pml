// Handshakes from within atomic on the sending, the receiving and on both sides; control moves along the chain.
// expect: states=2295 edges=6372 verdict=holds
// expect[optimise=none]: states=3069 edges=8695 verdict=holds
chan first = [0] of { byte };
chan second = [0] of { byte };
byte trace_of, noise;

active proctype head() {
    byte i;
    do
    :: i < 3 -> atomic { i++; trace_of = 1; first!i; trace_of = trace_of + 10 }
    :: else -> break
    od
}

active proctype middle() {
    byte v;
end:
    do
    :: atomic { first?v -> trace_of = 2; second!v; v = 0 }
    od
}

active proctype tail() {
    byte v;
end:
    do
    :: second?v -> trace_of = 3 + v; assert(v > 0); v = 0
    od
}

active proctype other() {
    do
    :: noise < 2 -> noise++; trace_of = 0
    :: noise == 2 -> break
    od
}

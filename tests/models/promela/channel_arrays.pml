// A two-by-two switch: input ports, output ports, routing by destination; channel arrays indexed by expressions.
// The output side has no valid end state: the sources terminate only if everything has been routed.
// expect: states=40150 edges=138447 verdict=violated:deadlock
// expect[optimise=none]: states=59263 edges=199622 verdict=violated:deadlock
typedef port { chan in = [1] of { byte, byte }; byte count };
port ports[2];
chan outp[2] = [1] of { byte };

active [2] proctype source() {
    byte n;
    do
    :: n < 3 -> ports[_pid].in!(n + _pid) % 2, n; n++
    :: n == 3 -> break
    od
}

active proctype fabric() {
    byte to, v;
end:
    do
    :: ports[0].in?to, v -> outp[to]!v; ports[0].count++
    :: ports[1].in?[1, _] -> ports[1].in?1, v; outp[1]!v
    :: ports[1].in?0, v -> outp[0]!v
    od
}

active proctype sinks() {
    byte v, total;
end:
    do
    :: outp[0]?v -> total++
    :: outp[(total + 1) % 2]?v -> total++
    :: outp[1 - total % 2]?v -> total = total + 2; assert(total < 20)
    od
}

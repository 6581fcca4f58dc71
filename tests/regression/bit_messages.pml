// expect: states=295 edges=642 verdict=violated:assertion,violated:deadlock
// The only field of a message is a byte, even if it is declared a bit: process ids arrive as they were sent.
chan c = [2] of { bit };
byte got;
active [3] proctype P() { if :: c!_pid :: nfull(c) -> skip fi }
active proctype R() { pid x; c?x; got = 1; assert(x != 2); c?x; assert(x != 2) }

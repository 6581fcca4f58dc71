// expect: states=3 edges=2 verdict=violated:safety
// expect[optimise=none]: states=3 edges=2 verdict=violated:safety
// A d_step that sends on a rendezvous channel is an error in SPIN (rv-attempt in d_step), though somebody would receive,
// and the else beside it is not taken.
chan c = [0] of { byte };
byte g;
active proctype A() { g = 1; if :: d_step { c!1; skip } :: else -> g = 2 fi }
active proctype B() { byte x; (g == 1); c?x; assert(x == 1) }

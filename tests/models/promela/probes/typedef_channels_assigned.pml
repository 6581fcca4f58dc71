// A field that creates a channel refers to another one later.
// expect: states=6 edges=5 verdict=violated:deadlock
// expect[optimise=none]: states=6 edges=5 verdict=violated:deadlock
typedef port { chan c = [1] of { byte } };
port p[2];
active proctype A() { byte x; p[0].c!1; p[1].c!2; p[0].c = p[1].c; p[0].c?x; assert(x == 2); p[1].c?x }

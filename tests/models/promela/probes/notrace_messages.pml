// What must not happen: b is sent right after a, and then received.
// expect: states=23 edges=30 verdict=violated:assertion
// expect[optimise=none]: states=27 edges=34 verdict=violated:assertion
mtype = { a, b };
chan q = [2] of { mtype };
chan cells[2] = [1] of { byte };
active proctype P() { if :: q!a; q!b :: q!b; q!a fi; cells[1]!4 }
active proctype Q() { mtype m; byte x; q?m; q?m; cells[1]?x; assert(x == 4) }
notrace { q!a; q!b; q?a; q?b; cells[1]?4 }

// A process waits forever at a valid end state: this is correct only if the trace has reached its end.
// expect: states=4 edges=3 verdict=violated:deadlock
// expect[optimise=none]: states=4 edges=3 verdict=violated:deadlock
chan q = [1] of { byte };
active proctype P() { if :: q!1 :: skip fi }
active proctype Q() { end: do :: q?_ od }
trace { q!1 }

// A trace over a buffered and a rendezvous channel: some runs violate it, and one end state is not an end state of the trace.
// expect: states=34 edges=47 verdict=violated:assertion
// expect[optimise=none]: states=40 edges=55 verdict=violated:assertion
mtype = { a, b };
chan q = [2] of { mtype, byte };
chan r = [0] of { byte };
byte g;
active proctype P() { q!a,1; if :: q!b,2 :: q!b,3 :: skip fi; r!3; q!a,1 }
active proctype Q() { mtype m; byte x; q?m,x; if :: q?m,x :: skip fi; r?x; g = x }
trace { q!a,_; q?a,1; s: do :: q!b,2 :: q?b,_ :: r!3 -> break od; r?3; end: do :: q!a,1 :: q?a,_ od }

// All processes end and are gone; that the trace is not at its end does not matter then.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
chan q = [1] of { byte };
active proctype P() { if :: q!1 :: skip fi }
trace { q!1; q!2 }

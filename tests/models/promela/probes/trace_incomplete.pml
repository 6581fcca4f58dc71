// All processes terminate and disappear; then the trace need not be at its end.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
chan q = [1] of { byte };
active proctype P() { if :: q!1 :: skip fi }
trace { q!1; q!2 }

// show, local, unsigned, bool, pid: all leave the state if never read.
// expect: states=8 edges=12 verdict=holds
// expect[optimise=none]: states=127 edges=126 verdict=holds
show byte s; local byte l; unsigned u:3; bool b; pid q; active proctype A(){ if :: s=1 :: s=2 fi; if :: l=1 :: l=2 fi; if :: u=1 :: u=2 fi; if :: b=1 :: b=0 fi; if :: q=1 :: q=2 fi; skip }

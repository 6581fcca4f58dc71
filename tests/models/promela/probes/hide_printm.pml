// printf and printm are no reads.
// expect: states=6 edges=7 verdict=holds
// expect[optimise=none]: states=16 edges=15 verdict=holds
mtype={a1,a2,a3}; mtype g; active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; printm(g); printf("%d", g); skip }

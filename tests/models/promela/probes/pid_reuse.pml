// Process numbers are reused; run as a condition, as an assignment, ignored.
// full: run is a step that others see; SPIN merges it
// expect: states=27 edges=38 verdict=holds
// expect[optimise=none]: states=57 edges=78 verdict=holds
byte g; proctype A(byte n){ g=_pid } init { pid p, q; run A(1); _nr_pr==1; p=run A(2); q=run A(3); g=p*10+q; _nr_pr==1; q=run A(4); g=q }

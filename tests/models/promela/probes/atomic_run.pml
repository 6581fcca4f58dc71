// Creation of processes inside atomic, interrupted by a guard.
// expect: states=29 edges=42 verdict=holds
// expect[optimise=none]: states=29 edges=42 verdict=holds
byte g; proctype C(byte n){ g = g+n } init { atomic { run C(1); run C(2); g>0; run C(3) } ; _nr_pr==1; g=0 }

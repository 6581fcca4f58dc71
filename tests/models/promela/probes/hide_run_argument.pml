// An argument of run is a read.
// expect: states=25 edges=30 verdict=holds
// expect[optimise=none]: states=25 edges=30 verdict=holds
byte g; proctype B(byte x){ skip } active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; run B(g); skip }

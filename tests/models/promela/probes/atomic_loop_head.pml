// A loop whose options are all atomic: the head between two iterations is a stored state.
// expect: states=10 edges=15 verdict=violated:deadlock
// expect[optimise=none]: states=10 edges=15 verdict=violated:deadlock
byte g; active proctype A(){ do :: atomic { g==0 -> g=1; g=2 } :: atomic { g==2 -> g=3; g=0 } od } active proctype B(){ g==0 -> g=2; g==0 -> g=1 }

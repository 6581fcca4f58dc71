// g++ and g-- are no reads of g: it leaves the state (g = g + 1 would be one).
// expect: states=6 edges=7 verdict=holds
// expect[optimise=none]: states=16 edges=15 verdict=holds
byte g; active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; g++; g--; skip }

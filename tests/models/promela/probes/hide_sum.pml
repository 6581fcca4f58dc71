// g = g + 1 is a read of g: it stays in the state.
// expect: states=13 edges=12 verdict=holds
// expect[optimise=none]: states=13 edges=12 verdict=holds
byte g; active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; g=g+1; skip }

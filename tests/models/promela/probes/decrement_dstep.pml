// The same inside d_step and atomic.
// expect: states=8 edges=11 verdict=holds
// expect[optimise=none]: states=58 edges=57 verdict=holds
byte g, h; active proctype A(){ if :: g=1 :: g=2 :: skip fi; if :: h=1 :: h=2 :: skip fi; d_step { g++; g-- }; atomic { h++; h++ }; skip; skip }

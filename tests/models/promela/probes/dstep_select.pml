// select with constant bounds inside d_step takes the first value.
// expect: states=4 edges=3 verdict=holds
// expect[optimise=none]: states=4 edges=3 verdict=holds
byte g; active proctype A(){ byte i; d_step { select(i : 1..3); g = i }; assert(i==1 && g==1) }

// select that is never read, that a condition reads.
// expect: states=11 edges=13 verdict=holds
// expect[optimise=none]: states=32 edges=38 verdict=holds
byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; select(y : 1..2); select(x : 1..2); x>0; g=1; g=2; skip; g==0 || g>0 }

// The variable of a for after the loop.
// expect: states=12 edges=12 verdict=holds
// expect[optimise=none]: states=28 edges=28 verdict=holds
byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; for (y : 1..2) { skip } g=1; g=2; skip; g==0 || g>0 }

// Reset, written again, reset again.
// expect: states=10 edges=10 verdict=holds
// expect[optimise=none]: states=12 edges=12 verdict=holds
byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; x>0; x=1; x>0; g=1; g=2; skip; g==0 || g>0 }

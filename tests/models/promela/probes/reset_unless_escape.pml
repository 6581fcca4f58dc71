// The escape reads it: it lives as long as the body does.
// expect: states=16 edges=16 verdict=holds
// expect[optimise=none]: states=16 edges=16 verdict=holds
byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; x>0; { g=3 } unless { g==7 -> g=x }; g=1; g=2; skip; g==0 || g>0 }

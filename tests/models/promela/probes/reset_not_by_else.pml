// else does not reset what the other option read.
// expect: states=16 edges=16 verdict=holds
// expect[optimise=none]: states=16 edges=16 verdict=holds
byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; if :: x==1 -> g=3 :: else -> g=3 fi; g=1; g=2; skip; g==0 || g>0 }

// A condition inside d_step resets nothing.
// expect: states=14 edges=14 verdict=holds
// expect[optimise=none]: states=14 edges=14 verdict=holds
byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; d_step { x>0; g=3 }; g=1; g=2; skip; g==0 || g>0 }

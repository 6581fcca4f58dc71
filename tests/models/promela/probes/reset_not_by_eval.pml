// A local last read by eval in a receive keeps its value.
// expect: states=11 edges=11 verdict=holds
// expect[optimise=none]: states=16 edges=16 verdict=holds
byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; c!x; c?eval(x); g=1; g=2; skip; g==0 || g>0 }

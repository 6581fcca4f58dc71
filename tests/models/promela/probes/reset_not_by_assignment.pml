// A local last read in an assignment (to a local, to a global) keeps its value.
// expect: states=14 edges=14 verdict=holds
// expect[optimise=none]: states=18 edges=18 verdict=holds
byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; y=x; y=3; g=x; g=1; g=2; skip; g==0 || g>0 }

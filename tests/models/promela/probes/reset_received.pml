// A receive resets a variable that is never read; so does a peek.
// expect: states=11 edges=12 verdict=holds
// expect[optimise=none]: states=14 edges=15 verdict=holds
byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; c!1; c?<x>; if :: y=1 :: y=2 fi; c?y; g=1; g=2; skip; g==0 || g>0 }

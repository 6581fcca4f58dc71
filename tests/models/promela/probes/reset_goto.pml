// A goto back to the reading condition keeps it alive.
// expect: states=18 edges=18 verdict=holds
// expect[optimise=none]: states=18 edges=18 verdict=holds
byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; L: x>0; g=1; if :: g==3 -> goto L :: g==1 fi; g=1; g=2; skip; g==0 || g>0 }

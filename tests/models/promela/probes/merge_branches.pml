// Chains into and out of selections, through skip and printf, over a goto.
// expect: states=8 edges=9 verdict=holds
// expect[optimise=none]: states=15 edges=16 verdict=holds
byte g; active proctype A(){ byte x; if :: x=1; x=2 :: g==0 -> x=3; printf("a"); x=4 :: skip; x=5 fi; x=6; goto L; x=7; L: x=8; x=9; g=x; x=1 }

// A remote label reference in a claim, and in a formula.
// expect: states=8 edges=8 verdict=holds
// expect[optimise=none]: states=13 edges=12 verdict=holds
byte g; active proctype A(){ byte x; if :: x=1; x=2 :: x=3; x=4 fi; g=x; L: x=3; x=4 } ltl p { [] !A@L }

// timeout as an escape.
// expect: states=7 edges=6 verdict=holds
// expect[optimise=none]: states=7 edges=6 verdict=holds
byte g; active proctype A(){ { g==9; g=1 } unless { timeout -> g=2 }; g=3 } active proctype B(){ g=8 }

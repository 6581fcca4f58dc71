// atomic in atomic, d_step in atomic, block in atomic.
// expect: states=16 edges=16 verdict=holds
// expect[optimise=none]: states=16 edges=16 verdict=holds
byte g; active proctype A(){ atomic { g=1; atomic { g=2; g=3 }; d_step { g=4; g=5 }; { g=6; g=7 } ; g=8 } } active proctype B(){ byte x; x=g; g=x+9 }

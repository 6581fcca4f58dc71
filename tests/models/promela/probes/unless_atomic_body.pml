// An atomic body and a d_step body: can an escape interrupt them?
// expect: states=18 edges=23 verdict=holds
// expect[optimise=none]: states=18 edges=23 verdict=holds
byte g, h; active proctype A(){ { atomic { g=1; h==1; g=2 }; d_step { g=3; g=4 }; g=5 } unless { g==1 || g==4 -> h=7 }; g=6 } active proctype B(){ h=1 }

// The body is blocked, the escape frees it; once the body ends, the escape no longer applies.
// expect: states=22 edges=31 verdict=holds
// expect[optimise=none]: states=22 edges=31 verdict=holds
byte g, h; active proctype A(){ { h==9; g=1 } unless { h==1 -> g=2 }; g=3 } active proctype B(){ { h=1 } unless { g==2 }; h=2; h=9 }

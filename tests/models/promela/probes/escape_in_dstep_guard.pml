// A d_step whose guard is false, among other options; then true.
// expect: states=14 edges=17 verdict=holds
// expect[optimise=none]: states=14 edges=17 verdict=holds
byte g; active proctype A(){ do :: d_step { g==1 -> g=2; g=3 } :: d_step { g==0 -> skip; g=1 } :: g==3 -> break od } active proctype B(){ g=1 }

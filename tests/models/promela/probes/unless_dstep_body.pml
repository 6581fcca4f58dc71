// d_step as the body: the escape applies only before it.
// expect: states=24 edges=30 verdict=holds
// expect[optimise=none]: states=24 edges=30 verdict=holds
byte g; active proctype A(){ { d_step { g=1; g=2 }; d_step { g=3; g=4 } } unless { g==3 || g==2 -> g=8 }; g=g+1 } active proctype B(){ g=2 }

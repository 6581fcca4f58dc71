// Nested unless: the outer escape is tried first, the inner one next.
// expect: states=24 edges=33 verdict=holds
// expect[optimise=none]: states=24 edges=33 verdict=holds
byte g; active proctype A(){ { { g=1; g=2; g=3 } unless { g==2 -> g=10 } } unless { g==2 || g==7 -> g=20 }; g=30 } active proctype B(){ g=7 }

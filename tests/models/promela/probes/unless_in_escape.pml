// The escape itself is not guarded by its own condition, and may have an escape.
// expect: states=26 edges=36 verdict=holds
// expect[optimise=none]: states=26 edges=36 verdict=holds
byte g; active proctype A(){ { g=1; g=2 } unless { { g>=1 -> g=11; g=12 } unless { g==12 -> g=13 } }; g=0 } active proctype B(){ g=5 }

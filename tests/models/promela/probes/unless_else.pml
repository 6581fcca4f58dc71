// else inside a guarded sequence, else as the escape is not possible; a condition that is always true.
// expect: states=4 edges=3 verdict=holds
// expect[optimise=none]: states=4 edges=3 verdict=holds
byte g; active proctype A(){ { if :: g==3 -> g=1 :: else -> g=2 fi; g=4 } unless { true -> g=5 } }

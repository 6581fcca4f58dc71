// A global that only an ltl formula reads.
// expect: states=11 edges=12 verdict=holds
// expect[optimise=none]: states=19 edges=18 verdict=holds
byte a, b; active proctype A(){ if :: a=1 :: a=2 fi; if :: b=1 :: b=2 fi; skip; skip } ltl p { [] (a < 3) }

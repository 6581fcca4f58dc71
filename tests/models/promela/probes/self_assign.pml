// Only assigned from itself; two only assigned from each other; one that is only copied.
// expect: states=25 edges=30 verdict=holds
// expect[optimise=none]: states=37 edges=42 verdict=holds
byte a, b, c, d; active proctype A(){ if :: a=1 :: a=2 fi; if :: b=1 :: b=2 fi; if :: d=3 :: d=4 fi; a=a; b=c; c=b; d=7; skip }

// A global that only a never claim reads stays in the state; one that nothing reads does not.
// expect: states=11 edges=12 verdict=holds
// expect[optimise=none]: states=19 edges=18 verdict=holds
byte a, b; active proctype A(){ if :: a=1 :: a=2 fi; if :: b=1 :: b=2 fi; skip; skip } never { do :: a==7 -> break :: else od }

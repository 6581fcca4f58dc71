// x++ that is never read: a write, which resets; read later in a condition.
// expect: states=10 edges=11 verdict=holds
// expect[optimise=none]: states=34 edges=36 verdict=holds
byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; x++; if :: y=1 :: y=2 fi; y++; y>0; g=1; g=2; skip; g==0 || g>0 }

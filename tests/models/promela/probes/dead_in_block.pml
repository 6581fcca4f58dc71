// A block-local variable of an inline, read in a condition.
// expect: states=15 edges=16 verdict=holds
// expect[optimise=none]: states=33 edges=35 verdict=holds
byte g; inline f(a){ byte t; if :: t=a :: t=a+1 fi; t>0; g=1 } active proctype A(){ f(1); g=2; f(2); g=3; skip }

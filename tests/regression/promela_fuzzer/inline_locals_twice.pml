// A block-local variable of an inline, read in a condition.
byte g; inline f(a){ byte t; if :: t=a :: t=a+1 fi; t>0; g=1 } active proctype A(){ f(1); g=2; f(2); g=3; skip }

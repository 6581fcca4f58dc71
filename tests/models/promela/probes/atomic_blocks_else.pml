// An atomic sequence that blocks in its middle, beside else and timeout.
// expect: states=12 edges=13 verdict=holds
// expect[optimise=none]: states=12 edges=13 verdict=holds
byte g, h; active proctype A(){ atomic { g=1; h==1; g=2 } } active proctype B(){ do :: g==2 -> break :: timeout -> h=1 :: g==0 -> skip; g==1 od }

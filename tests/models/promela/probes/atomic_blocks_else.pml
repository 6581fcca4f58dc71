// An atomic sequence blocked in its middle, and else, timeout looking on.
// expect: states=12 edges=13 verdict=holds
// expect[optimise=none]: states=12 edges=13 verdict=holds
byte g, h; active proctype A(){ atomic { g=1; h==1; g=2 } } active proctype B(){ do :: g==2 -> break :: timeout -> h=1 :: g==0 -> skip; g==1 od }

// goto from one atomic sequence to the label in front of another, and into the middle of one.
// expect: states=155 edges=252 verdict=holds
// expect[optimise=none]: states=155 edges=252 verdict=holds
byte g; active proctype A(){ byte n; atomic { g=1; if :: goto M :: skip fi; g=2 }; g=3; M: atomic { g=4; K: g=5 }; n++; if :: n<2 -> goto K :: else fi } active proctype B(){ byte x; x = g; g = x }

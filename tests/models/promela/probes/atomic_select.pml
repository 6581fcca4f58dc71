// select inside atomic: three successors of one stored state.
// expect: states=10 edges=9 verdict=holds
// expect[optimise=none]: states=10 edges=9 verdict=holds
byte g; active proctype A(){ byte i; atomic { select(i : 0..2); g = i; i = 0 } ; g = g + 1 }

// for: an empty range of variables, the variable afterwards, a bound that moves, break inside.
// expect: states=23 edges=22 verdict=holds
// expect[optimise=none]: states=23 edges=22 verdict=holds
byte g, n=2, m=1; active proctype A(){ byte i; for (i : n..m) { g=9 } g=i; for (i : 0..n) { n=1; g=i } g=i; for (i : 0..5) { if :: i==1 -> break :: else fi } g=i }

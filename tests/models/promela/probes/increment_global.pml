// Is a global that is only written and incremented part of the state? ++ is a read.
// expect: states=7 edges=9 verdict=holds
// expect[optimise=none]: states=34 edges=33 verdict=holds
byte g, h; active proctype A(){ if :: g=1 :: g=2 :: skip fi; if :: h=1 :: h=2 fi; g++; skip; skip }

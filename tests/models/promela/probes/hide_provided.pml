// provided is a read.
// expect: states=23 edges=31 verdict=holds
// expect[optimise=none]: states=23 edges=31 verdict=holds
byte g; active proctype B() provided (g<5) { skip } active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; skip }

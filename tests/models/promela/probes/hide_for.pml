// for reads its variable.
// expect: states=14 edges=15 verdict=holds
// expect[optimise=none]: states=14 edges=15 verdict=holds
byte g; active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; for (g : 1..2) { skip } skip }

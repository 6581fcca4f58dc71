// select with constants does not read its variable.
// expect: states=5 edges=7 verdict=holds
// expect[optimise=none]: states=10 edges=13 verdict=holds
byte g; active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; select(g : 1..2); skip }

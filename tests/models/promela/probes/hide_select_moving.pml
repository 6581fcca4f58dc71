// select with a variable bound reads its variable.
// expect: states=13 edges=14 verdict=holds
// expect[optimise=none]: states=13 edges=14 verdict=holds
byte g, n=2; active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; select(g : 1..n); skip }

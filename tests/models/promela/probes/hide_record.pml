// Records are never hidden.
// expect: states=7 edges=6 verdict=holds
// expect[optimise=none]: states=7 edges=6 verdict=holds
typedef T { byte x }; T g; active proctype A(){ if :: g.x=1 :: g.x=2 fi; skip }

// An index is a read.
// expect: states=13 edges=12 verdict=holds
// expect[optimise=none]: states=13 edges=12 verdict=holds
byte g; byte a[3]; active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; a[g&1]=1; skip }

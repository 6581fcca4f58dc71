// Arrays of scalars are hidden like scalars; for-in reads only the counter.
// expect: states=10 edges=10 verdict=holds
// expect[optimise=none]: states=23 edges=22 verdict=holds
byte g[2]; active proctype A(){ byte i; if :: g[0]=1 :: g[1]=2 fi; for (i in g) { skip } skip }

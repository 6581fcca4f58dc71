// else as the only successor: it reads nothing, so what the other option reads stays.
// expect: states=16 edges=16 verdict=holds
// expect[optimise=none]: states=16 edges=16 verdict=holds
byte g; active proctype A(){ byte x; if :: x=1 :: x=2 fi; g=1; if :: x==1 -> g=2 :: else -> g=2 fi; g=0; skip; skip }

// A local last read as a pattern, as an index, as the channel of a receive.
// expect: states=20 edges=22 verdict=holds
// expect[optimise=none]: states=32 edges=34 verdict=holds
byte g; chan c[2]=[1] of {byte}; active proctype A(){ byte x, y; if :: x=0 :: x=1 fi; if :: y=1 :: y=2 fi; c[x]!y; g=0; c[x]?eval(y); g=1; skip; skip }

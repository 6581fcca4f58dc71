// A local written and never read afterwards; by receive; by select.
// expect: states=15 edges=19 verdict=holds
// expect[optimise=none]: states=60 edges=72 verdict=holds
byte g; chan c=[1] of {byte}; active proctype A(){ byte x, y, z; if :: x=1 :: x=2 fi; x==x; g=0; if :: x=5 :: x=6 fi; g=1; if :: c!1 :: c!2 fi; c?y; g=0; select(z : 0..2); g=1; skip }

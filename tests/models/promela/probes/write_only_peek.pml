// A global that only receives peek into, or that is only a receive pattern with eval.
// expect: states=25 edges=26 verdict=holds
// expect[optimise=none]: states=25 edges=26 verdict=holds
byte w, v; chan c=[1] of {byte}; active proctype A(){ if :: c!4 :: c!5 fi; c?<w>; if :: v=4 :: v=5 fi; if :: c?eval(v) :: c?_ fi; skip; skip }

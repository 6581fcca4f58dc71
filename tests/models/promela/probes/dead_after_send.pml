// A local last read in a send, in an assertion, in a printf, in a run.
// expect: states=144 edges=158 verdict=holds
// expect[optimise=none]: states=192 edges=206 verdict=holds
byte g; chan c=[1] of {byte}; proctype B(byte n){ skip } active proctype A(){ byte x, y, z, w; if :: x=1 :: x=2 fi; if :: y=1 :: y=2 fi; if :: z=1 :: z=2 fi; if :: w=1 :: w=2 fi; c!x; c?_; assert(y<3); printf("%d",z); run B(w); _nr_pr==1; g=1; skip }

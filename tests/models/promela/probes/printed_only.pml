// Read only by printf, by assert, as an index of a send, by sizeof-like len.
// expect: states=32 edges=32 verdict=holds
// expect[optimise=none]: states=63 edges=62 verdict=holds
byte p1, p2, p3; chan c[2]=[2] of {byte}; active proctype A(){ if :: p1=1 :: p1=2 fi; if :: p2=1 :: p2=2 fi; if :: p3=1 :: p3=0 fi; printf("%d", p1); assert(p2<3); c[p3]!1; skip; skip }

// A local last read in a condition; the same read last in an assignment.
// expect: states=29 edges=33 verdict=holds
// expect[optimise=none]: states=53 edges=57 verdict=holds
byte g; active proctype A(){ byte x, y; if :: x=1 :: x=2 :: x=3 fi; if :: y=1 :: y=2 fi; g=0; x>0; g=1; g=y; g=0; g=1; skip }

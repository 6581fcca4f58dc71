// Dead on one path of a goto, live on the other.
// expect: states=17 edges=19 verdict=holds
// expect[optimise=none]: states=17 edges=19 verdict=holds
byte g; active proctype A(){ byte x; if :: x=1 :: x=2 fi; if :: g==0 && x>0 -> goto L :: g==0 -> goto M fi; L: g=1; g=2; goto E; M: g=x; E: g=3; skip }

// &&, || and -> : do not evaluate cells that they do not need.
// expect: states=6 edges=5 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds
byte a[2]; byte i=2; byte g; active proctype A(){ if :: i<2 && a[i]==0 -> g=1 :: i>=2 || a[i]==0 -> g=2 fi; g = (i<2 -> a[i] : 5); assert(g==5) }

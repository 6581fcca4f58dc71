// A local that only the escape reads.
// expect: states=63 edges=96 verdict=holds
// expect[optimise=none]: states=63 edges=96 verdict=holds
byte g; active proctype A(){ byte x; if :: x=1 :: x=2 fi; x>0; { g=1; g=2; g=3 } unless { g==7 -> g=x }; g=0; skip } active proctype B(){ g=7 }

// A remote variable reference in a claim: does it switch optimisations off?
// expect: states=93 edges=159 verdict=violated:deadlock
// expect[optimise=none]: states=93 edges=159 verdict=violated:deadlock
byte g; active proctype A(){ byte x; if :: x=1; x=2 :: x=3; x=4 fi; g=x; x=3; x=4; g==3 } active proctype B(){ byte y; y=1; y=2; if :: y==1 :: y==2 fi; g=3; y=4 } never { do :: A:x==9 -> break :: else od }

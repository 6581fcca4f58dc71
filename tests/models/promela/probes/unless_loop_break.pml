// break and goto out of the body of an unless inside a loop.
// expect: states=35 edges=50 verdict=violated:deadlock
// expect[optimise=none]: states=35 edges=50 verdict=violated:deadlock
byte g; active proctype A(){ do :: { do :: g<2 -> g++ :: g==2 -> break :: g>3 -> goto out od; g=3 } unless { g==5 -> break } od; out: g=9 } active proctype B(){ g=5; g=4 }

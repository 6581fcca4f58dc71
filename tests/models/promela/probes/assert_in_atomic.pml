// A failed assertion inside atomic and inside d_step: the search continues after it.
// expect: states=20 edges=26 verdict=violated:assertion
// expect[optimise=none]: states=20 edges=26 verdict=violated:assertion
byte g; active proctype A(){ atomic { g=1; assert(g==2); g=3 }; d_step { g=4; assert(g==0); g=5 }; g=6 } active proctype B(){ g=7 }

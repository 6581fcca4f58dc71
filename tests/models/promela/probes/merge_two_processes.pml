// Merged chains of two processes interleave as one step each.
// expect: states=21 edges=32 verdict=holds
// expect[optimise=none]: states=43 edges=72 verdict=holds
byte g; active [2] proctype A(){ byte x; x=1; x=2; g=g+x; x=3; x=4 }

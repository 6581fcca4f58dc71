// A remote reference in a condition inside d_step (after the first statement; an assignment of a remote variable passes).
// expect: verdict=rejected
byte g; active proctype B(){ byte x; x=1; x=0 } active proctype A(){ d_step { g=1; (g < B[0]:x + 2); g=g+1 } }

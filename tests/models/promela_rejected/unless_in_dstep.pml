// unless inside d_step.
// expect: verdict=rejected
byte x; active proctype A(){ d_step { {x=1; x=2} unless { x==1 } } }

// run inside d_step.
// expect: verdict=rejected
byte x; proctype B(){ skip } active proctype A(){ d_step { run B(); x=1 } }

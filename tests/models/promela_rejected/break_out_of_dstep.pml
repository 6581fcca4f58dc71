// break out of a d_step.
// expect: verdict=rejected
byte x; active proctype A(){ do :: d_step { x=1; break } od }

// The same after for.
// expect: verdict=rejected
byte g; active proctype A(){ byte i; for (i : 0..1) { g++ } d_step { g=1; g=2 } }

// for over constants that are an empty range.
// expect: verdict=rejected
byte g; active proctype A(){ byte i; for (i : 3..1) { g=9 } }

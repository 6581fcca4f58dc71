// _ is not read.
// expect: verdict=rejected
active proctype A() { byte x; x = _ }

// No active proctype and no init.
// expect: verdict=rejected
byte g; proctype A() { g = 1 }

// A provided condition that reads another process.
// expect: verdict=rejected
byte g; active proctype Q() { here: g = 2 } active proctype P() provided (Q@here) { g = 1 }

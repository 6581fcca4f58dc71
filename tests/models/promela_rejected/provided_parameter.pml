// A provided condition that names a parameter: it may refer only to globals.
// expect: verdict=rejected
byte g; proctype P(byte p) provided (p == 1) { g = 1 } init { run P(1) }

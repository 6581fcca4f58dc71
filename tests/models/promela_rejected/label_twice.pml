// A label twice in one process.
// expect: verdict=rejected
active proctype A(){ L: skip; L: skip; goto L }

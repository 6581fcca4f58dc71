// A label on a goto to itself.
// expect: verdict=rejected
byte g; active proctype A(){ L: goto L }

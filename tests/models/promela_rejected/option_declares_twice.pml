// Options of a selection do not open scopes.
// expect: verdict=rejected
byte g; active proctype A(){ if :: byte x=2; g=x :: byte x=3; g=x fi }

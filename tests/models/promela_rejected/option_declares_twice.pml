// Options of a selection are no scopes of their own.
// expect: verdict=rejected
byte g; active proctype A(){ if :: byte x=2; g=x :: byte x=3; g=x fi }

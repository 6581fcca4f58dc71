// !! is one token: a double negation needs a space.
// expect: verdict=rejected
byte g; active proctype A(){ g=!!7 }

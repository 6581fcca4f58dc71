// !! is one token: not not must be spaced.
// expect: verdict=rejected
byte g; active proctype A(){ g=!!7 }

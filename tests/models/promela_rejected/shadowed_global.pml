// A local may not have a global's name if declared in the same text: SPIN calls it a redeclaration.
// expect: verdict=rejected
byte x; active proctype A(){ byte x=1; x=2 }

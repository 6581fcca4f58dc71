// A variable that is not declared.
// expect: verdict=rejected
active proctype A(){ byte x; y = 3; x = 1 }

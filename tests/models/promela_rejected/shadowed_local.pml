// A block may not declare a name that the process has already declared.
// expect: verdict=rejected
byte g; active proctype A(){ byte x=1; { byte x=2; g=x }; g=x }

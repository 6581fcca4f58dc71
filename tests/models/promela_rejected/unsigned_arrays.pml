// There are no arrays of unsigned.
// expect: verdict=rejected
unsigned u[2] : 3; byte g; active proctype A(){ u[0]=9; g=u[0] }

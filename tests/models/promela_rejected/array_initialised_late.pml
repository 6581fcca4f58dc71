// A negative size of an array.
// expect: verdict=rejected
byte a[0]; active proctype A(){ a[0]=1 }

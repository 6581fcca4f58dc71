// An array without an index.
// expect: verdict=rejected
byte a[3]; byte x; init { x=a }

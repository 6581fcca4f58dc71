// Records are not compared as a whole.
// expect: verdict=rejected
typedef T {byte x}; T a; T b; init { a.x=1; assert(a==b) }

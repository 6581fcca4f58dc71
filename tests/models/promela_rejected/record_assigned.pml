// Records are not assigned as a whole.
// expect: verdict=rejected
typedef T {byte x}; T a; T b; init { a.x=1; b=a }

// A field that the record does not have.
// expect: verdict=rejected
typedef T {byte x}; T t; active proctype A(){ t.y = 3 }

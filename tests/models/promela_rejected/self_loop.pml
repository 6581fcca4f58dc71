// A loop with nothing but skip: pan refuses to start.
// expect: verdict=rejected
byte g; active proctype A(){ do :: skip od }

// break outside a loop.
// expect: verdict=rejected
active proctype A(){ break }

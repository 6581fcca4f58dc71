// A body needs a statement or a declaration.
// expect: verdict=rejected
active proctype A(){ }

// goto without its label.
// expect: verdict=rejected
active proctype A(){ skip; goto nowhere }

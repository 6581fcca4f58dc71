// A proctype twice.
// expect: verdict=rejected
active proctype A(){ skip } active proctype A(){ skip }

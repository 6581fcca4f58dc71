// run of a proctype that does not exist.
// expect: verdict=rejected
init { run A() }

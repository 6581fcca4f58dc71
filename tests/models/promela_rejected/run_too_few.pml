// run with too few arguments.
// expect: verdict=rejected
proctype A(byte x){ skip } init { run A() }

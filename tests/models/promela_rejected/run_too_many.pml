// run with too many arguments.
// expect: verdict=rejected
proctype A(byte x){ skip } init { run A(1,2) }

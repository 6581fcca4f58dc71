// _pid is not assigned to.
// expect: verdict=rejected
active proctype A() { _pid = 3 }

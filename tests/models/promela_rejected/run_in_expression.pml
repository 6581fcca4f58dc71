// run compared within a condition.
// expect: verdict=rejected
proctype A(){ skip } init { (run A() > 0) }

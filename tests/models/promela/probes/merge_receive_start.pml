// A receive, a condition, a buffered send start a chain; a second one ends it.
// expect: states=10 edges=9 verdict=holds
// expect[optimise=none]: states=13 edges=12 verdict=holds
chan c=[2] of {byte}; active proctype A(){ byte x; c!1; x=1; x=2; c?x; x=3; x==3; x=4; x=5; c!2; c!3; x=6 }

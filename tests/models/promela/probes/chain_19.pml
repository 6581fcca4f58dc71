// Which of these statements make one step together (statement merging), case 19.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds
chan c=[3] of {byte}; active proctype A(){ byte x; c!1; c?x; x=2; x=4 }

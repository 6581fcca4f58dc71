// Which of these statements make one step together (statement merging), case 21.
// expect: states=7 edges=6 verdict=holds
// expect[optimise=none]: states=7 edges=6 verdict=holds
chan c=[3] of {byte}; active proctype A(){ byte x; c!1; c?<x>; x=2; c??x; x=4 }

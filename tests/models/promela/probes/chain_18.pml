// Which of these statements make one step together (statement merging), case 18.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds
active proctype A(){ chan c=[3] of {byte}; byte x; x=1; c!2; x=2; x=4 }

// Which of these statements make one step together (statement merging), case 16.
// expect: states=6 edges=5 verdict=holds
// expect[optimise=none]: states=7 edges=6 verdict=holds
chan c=[3] of {byte}; active proctype A(){ byte x; c!1; x=1; c!2; x=2; x=4 }

// Which of these statements make one step together (statement merging), case 20.
// expect: states=4 edges=3 verdict=holds
// expect[optimise=none]: states=7 edges=6 verdict=holds
chan c=[3] of {byte}; active proctype A(){ byte x; xr c; xs c; c!1; x=3; c?x; x=2; x=4 }

// Which of these statements make one step together (statement merging), case 51.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=7 edges=6 verdict=holds
active proctype A(){ byte x; x=1; x=2; x=4; x=_last; x=5 }

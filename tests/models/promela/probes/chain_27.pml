// Which of these statements make one step together (statement merging), case 27.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
active proctype A(){ byte x; x=1; L: x=2; x=3 }

// Which of these statements make one step together (statement merging), case 28.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
active proctype A(){ byte x; x=1; goto L; x=2; L: x=3; x=4 }

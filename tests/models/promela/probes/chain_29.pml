// Which of these statements make one step together (statement merging), case 29.
// expect: states=6 edges=5 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds
active proctype A(){ byte x; x=1; goto L; x=2; L: x=3; goto M; x=4; M: x=5; x=6 }

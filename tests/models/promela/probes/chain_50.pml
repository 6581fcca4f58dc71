// Which of these statements make one step together (statement merging), case 50.
// expect: states=6 edges=5 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds
active proctype A() provided (1) { byte x; x=1; x=2; x=4; x=5 }

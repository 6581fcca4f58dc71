// Which of these statements make one step together (statement merging), case 47.
// expect: states=3 edges=2 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
active proctype A(){ byte x = 1; byte y = 2; x=3; byte z = x; x=4 }

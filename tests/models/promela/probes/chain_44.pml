// Which of these statements make one step together (statement merging), case 44.
// expect: states=3 edges=3 verdict=holds
// expect[optimise=none]: states=6 edges=6 verdict=holds
active proctype A(){ byte x; select(x : 1..2); x=3; x=4 }

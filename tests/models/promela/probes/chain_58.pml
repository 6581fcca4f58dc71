// Which of these statements make one step together (statement merging), case 58.
// expect: states=1 edges=1 verdict=holds
// expect[optimise=none]: states=4 edges=4 verdict=holds
active proctype A(){ byte x; do :: x=1; x=2; x=3 od }

// Which of these statements make one step together (statement merging), case 59.
// expect: states=2 edges=2 verdict=holds
// expect[optimise=none]: states=9 edges=9 verdict=holds
active proctype A(){ byte x; do :: x==0 -> x=1; x=2 :: x==2 -> x=0; x=4; x=0; x=1; x=0 od }

// Which of these statements make one step together (statement merging), case 23.
// expect: states=4 edges=4 verdict=holds
// expect[optimise=none]: states=7 edges=7 verdict=holds
active proctype A(){ byte x; x=1; if :: x=2 :: x=3 fi; x=5; x=6 }

// Which of these statements make one step together (statement merging), case 22.
// expect: states=3 edges=3 verdict=holds
// expect[optimise=none]: states=8 edges=8 verdict=holds
active proctype A(){ byte x; if :: x=1; x=2 :: x=3; x=4 fi; x=5; x=6 }

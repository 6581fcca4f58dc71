// Which of these statements make one step together (statement merging), case 52.
// expect: states=3 edges=2 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds
active proctype A(){ byte x; if :: x==0 -> x=1; x=2 :: else -> x=3; x=4 fi; x=5 }

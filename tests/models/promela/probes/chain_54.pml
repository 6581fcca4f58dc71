// Which of these statements make one step together (statement merging), case 54.
// expect: states=4 edges=4 verdict=holds
// expect[optimise=none]: states=7 edges=7 verdict=holds
active proctype A(){ byte x; if :: x==0 -> if :: x=1 :: x=2 fi :: else fi; x=5; x=6 }

// Which of these statements make one step together (statement merging), case 53.
// expect: states=3 edges=2 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
active proctype A(){ byte x; if :: x==0 :: x==1 fi; x=5; x=6 }

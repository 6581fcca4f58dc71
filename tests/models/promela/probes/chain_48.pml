// Which of these statements make one step together (statement merging), case 48.
// expect: states=3 edges=2 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds
active proctype A(){ byte x; x = (x==0 -> 1 : 2); x=3; x=x/2; x=4 }

// Which of these statements make one step together (statement merging), case 26.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=8 edges=7 verdict=holds
active proctype A(){ byte x; L: x=1; x=2; x=3; if :: x==5 -> goto L :: x==3 fi; x=4; x=5 }

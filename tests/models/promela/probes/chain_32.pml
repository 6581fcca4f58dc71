// Which of these statements make one step together (statement merging), case 32.
// expect: states=6 edges=5 verdict=holds
// expect[optimise=none]: states=7 edges=6 verdict=holds
active proctype A(){ byte x; { x=1; x=2; x=3 } unless { x==9 -> x=10; x=11 }; x=4; x=5 }

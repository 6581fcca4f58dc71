// Which of these statements make one step together (statement merging), case 31.
// expect: states=4 edges=3 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds
active proctype A(){ byte x; { x=1; x=2 }; { x=3; x=4 } }

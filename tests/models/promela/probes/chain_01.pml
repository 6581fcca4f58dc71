// Which of these statements make one step together (statement merging), case 1.
// expect: states=3 edges=2 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
byte g; active proctype A(){ byte x; x=1; x=2; x=3 }

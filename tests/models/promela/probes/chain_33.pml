// Which of these statements make one step together (statement merging), case 33.
// expect: states=3 edges=2 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
byte g; active proctype A(){ byte x; atomic { x=1; x=2 }; x=3; x=4 }

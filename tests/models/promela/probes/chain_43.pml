// Which of these statements make one step together (statement merging), case 43.
// expect: states=7 edges=6 verdict=holds
// expect[optimise=none]: states=7 edges=6 verdict=holds
byte g; active proctype A(){ byte x; x=1; g=2; x=3; g=4; x=5 }

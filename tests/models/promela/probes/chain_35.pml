// Which of these statements make one step together (statement merging), case 35.
// expect: states=4 edges=3 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds
byte g; active proctype A(){ byte x; x=1; atomic { g=1; x=2; g=2 }; x=3; x=4 }

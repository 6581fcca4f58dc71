// Which of these statements make one step together (statement merging), case 7.
// expect: states=4 edges=3 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
byte g; active proctype A(){ byte x; g==0; x=3; x=4 }

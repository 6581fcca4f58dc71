// Which of these statements make one step together (statement merging), case 37.
// expect: states=7 edges=8 verdict=holds
// expect[optimise=none]: states=13 edges=18 verdict=holds
byte g; active proctype A(){ byte x; atomic { x=1; g==0; x=2; g==0; x=3 }; x=4 } active proctype B(){ byte y; y=1; y=2 }

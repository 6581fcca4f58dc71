// Which of these statements make one step together (statement merging), case 13.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
byte g; active proctype A(){ byte x; x=3; printf("%d", g); x=4 }

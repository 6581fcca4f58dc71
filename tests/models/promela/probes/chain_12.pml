// Which of these statements make one step together (statement merging), case 12.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
byte g; active proctype A(){ byte x; x=3; assert(g==0); x=4 }

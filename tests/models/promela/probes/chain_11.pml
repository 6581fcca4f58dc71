// Which of these statements make one step together (statement merging), case 11.
// expect: states=3 edges=2 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds
byte g; active proctype A(){ byte x; x=3; printf("a"); assert(x==3); x=4 }

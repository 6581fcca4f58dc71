// Which of these statements make one step together (statement merging), case 14.
// expect: states=3 edges=2 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
byte g; active proctype A(){ byte x[2]; x[0]=3; x[1]=4; x[x[0]&1]=3 }

// Which of these statements make one step together (statement merging), case 15.
// expect: states=3 edges=2 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
typedef T {byte a}; active proctype A(){ T x; x.a=3; x.a=4; x.a=3 }

// Which of these statements make one step together (statement merging), case 55.
// expect: states=9 edges=10 verdict=holds
// expect[optimise=none]: states=15 edges=20 verdict=holds
chan r=[0] of {byte}; active proctype A(){ byte x; x=1; r!1; x=2; x=3 } active proctype B(){ byte y; r?y; y=2; y=3 }

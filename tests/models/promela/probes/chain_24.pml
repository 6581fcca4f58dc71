// Which of these statements make one step together (statement merging), case 24.
// expect: states=4 edges=4 verdict=holds
// expect[optimise=none]: states=8 edges=9 verdict=holds
active proctype A(){ byte x; x=1; do :: x=2; break :: x=3; x=4 od; x=5; x=6 }

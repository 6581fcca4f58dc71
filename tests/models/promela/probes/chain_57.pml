// Which of these statements make one step together (statement merging), case 57.
// expect: states=2 edges=1 verdict=violated:deadlock
// expect[optimise=none]: states=4 edges=3 verdict=violated:deadlock
active proctype A(){ byte x; x=1; x=2; x=3; false }

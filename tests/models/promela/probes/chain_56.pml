// Which of these statements make one step together (statement merging), case 56.
// expect: states=3 edges=2 verdict=violated:deadlock
// expect[optimise=none]: states=4 edges=3 verdict=violated:deadlock
chan r=[0] of {byte}; chan c=[1] of {byte}; active proctype A(){ byte x; c!1; x=2; x=3 } active proctype B(){ byte y; r?y; y=2; y=3 }

// Which of these statements make one step together (statement merging), case 46.
// expect: states=9 edges=8 verdict=holds
// expect[optimise=none]: states=13 edges=12 verdict=holds
active proctype A(){ byte x; x=1; for (x : 1..2) { skip }; x=3; x=4 }

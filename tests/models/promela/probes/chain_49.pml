// Which of these statements make one step together (statement merging), case 49.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=7 edges=6 verdict=holds
active proctype A() priority 2 { byte x; x=1; x=2; set_priority(0,3); x=4; x=5 }

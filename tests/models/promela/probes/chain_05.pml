// Which of these statements make one step together (statement merging), case 5.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds
byte g; active proctype A(){ byte x; x=1; x=_pid; x=_nr_pr; x=4 }

// Which of these statements make one step together (statement merging), case 39.
// full: run is a step that others see; SPIN merges it
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=15 edges=20 verdict=holds
proctype B(){ byte y; y=1; y=2 } active proctype A(){ byte x; x=1; x=run B(); x=2; x=3 }

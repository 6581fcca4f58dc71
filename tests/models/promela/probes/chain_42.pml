// Which of these statements make one step together (statement merging), case 42.
// expect: states=7 edges=6 verdict=holds
// expect[optimise=none]: states=7 edges=6 verdict=holds
hidden byte g; active proctype A(){ byte x; x=1; g=2; x=3; g=x; x=1 }

// Which of these statements make one step together (statement merging), case 41.
// expect: states=3 edges=2 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds
local byte g; active proctype A(){ byte x; x=1; g=2; x=3; g=x }

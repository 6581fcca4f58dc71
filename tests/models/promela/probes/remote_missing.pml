// A remote reference to a process that does not exist (yet, or any more).
// expect: states=54 edges=70 verdict=holds
// expect[optimise=none]: states=54 edges=70 verdict=holds
byte g; proctype B(){ byte x=1; L: x=2; x=3 } active proctype A(){ byte n; g = B[1]:x; n = B[1]@L; g = g+n; run B(); g = B[1]:x; n = B[1]@L; g = g + n; _nr_pr == 1; g = B[1]:x; g = B[7]@L }

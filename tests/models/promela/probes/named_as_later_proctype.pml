// A variable may have the name of a proctype that is declared further down.
// expect[optimise=none]: states=16 edges=16 verdict=holds
// expect: states=16 edges=16 verdict=holds
byte g; proctype A() { byte B[2]; B[1] = 1; g = B[1]; run B(); g = (g == 1 -> B[0] : B[1]) } proctype B() { g = 2 } init { run A() }

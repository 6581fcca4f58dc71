// Priorities and atomic: an enabled process of higher priority does not interrupt.
// expect: states=7 edges=6 verdict=holds
// expect[optimise=none]: states=8 edges=7 verdict=holds
byte g; active proctype A() priority 2 { atomic { g=1; g=2; g=3 }; g=4 } active proctype B() priority 5 { g>0; g=7 }

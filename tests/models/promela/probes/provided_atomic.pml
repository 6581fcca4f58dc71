// A process inside atomic whose provided expression becomes false.
// expect: states=18 edges=21 verdict=holds
// expect[optimise=none]: states=18 edges=21 verdict=holds
byte g; active proctype A() provided (g!=2) { atomic { g=1; g=2; g=3 }; g=4 } active proctype B(){ g==2 -> g=5; g=6 }

// A variable of a block inside a loop is initialised in each iteration; adjacent blocks share a name.
// expect: states=28 edges=27 verdict=holds
// expect[optimise=none]: states=28 edges=27 verdict=holds
byte g; active proctype A(){ byte n; do :: n<3 -> { byte x=4; g=x; x=n; g=x; n++ } :: else -> break od; { byte x; g=x; x=7 }; { byte x=1; g=x }; byte x=9; g=x }

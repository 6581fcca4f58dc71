// atomic as the last of an option, the jump out at the end of a selection.
// expect: states=23 edges=32 verdict=holds
// expect[optimise=none]: states=21 edges=29 verdict=holds
byte g; active proctype A(){ do :: g<4 -> atomic { g++; if :: g==2 -> break :: else -> g++ fi } :: else -> break od; g=9 } active proctype B(){ g=1 }

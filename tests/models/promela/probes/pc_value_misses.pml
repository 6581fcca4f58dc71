// No state of A has the numbers 1, 3 or 4.
// expect: states=93 edges=169 verdict=holds
// expect[optimise=none]: states=93 edges=169 verdict=holds
byte g;
active proctype A() { do :: g == 0 -> g = 1; if :: g = 2 :: skip fi :: g > 0 -> break od; skip; g = 4 }
active proctype B() { byte x; x = pc_value(0); assert(x != 1 && x != 3 && x != 4) }

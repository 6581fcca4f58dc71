// pc_value is the number of the state in SPIN's tables: 9 at the loop, not the first number in use.
// expect: states=93 edges=169 verdict=violated:assertion
// expect[optimise=none]: states=129 edges=238 verdict=violated:assertion
byte g;
active proctype A() { do :: g == 0 -> g = 1; if :: g = 2 :: skip fi :: g > 0 -> break od; skip; g = 4 }
active proctype B() { byte x; x = pc_value(0); assert(x == 9 || x == 2 || x == 5 || x == 12 || x == 13 || x == 14 || x == 0); assert(x != 9) }

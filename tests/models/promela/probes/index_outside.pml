// An index out of bounds ends the path, in assignments, conditions, messages, beside `else` and within atomic and d_step.
// expect: states=57 edges=89 verdict=violated:safety
// expect[optimise=none]: states=57 edges=89 verdict=violated:safety
byte a[2]; byte g; chan c = [1] of { byte };
active proctype left() { byte i = 5; if :: g = 1 :: a[i] = 7; g = 2 :: g = 3; a[i]++; g = 4 fi }
active proctype right() { byte i = 2; if :: g = a[i]; g = 5 :: g = 6; g = a[0 - 1]; g = 7 :: g = a[i - 1] fi }
active proctype guard() { byte i = 3; do :: a[i] == 7 -> g = 8 :: a[1] == 0 && a[i] == 0 -> g = 9 :: g == 3 -> break od }
active proctype other() { byte i = 4; if :: a[i] == 1 -> g = 10 :: else -> g = 11 fi }
active proctype message() { byte i = 9; do :: c!a[i] :: c!1 :: c?a[i] :: c?a[1]; break od }
active proctype sequence() { byte i; atomic { g = 12; i = g + 1; a[i] = 1; g = 13 } }
active proctype step() { byte i; d_step { i = 2; g = a[i]; g = 14 } }

// SPIN continues after an index outside its array.
byte a[2]; byte i;
active proctype P() { do :: i < 3 -> a[i] = 1; i++ :: i == 3 -> break od; assert(false) }

// expect: states=3 edges=3 verdict=holds
// The escape leads away before the d_step only, so that hid is never read outside and is no part of the state.
hidden byte hid;
byte c;
active proctype P() {
  { if :: c = 1 :: d_step { d_step { hid = 255; c = hid % 2 } } fi } unless { c == 5 }
}

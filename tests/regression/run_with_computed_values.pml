// A run is no local step either where initial values of the new process are computed, be it from numbers alone.
// expect: states=6 edges=6 verdict=holds
// expect[optimise=none]: states=6 edges=6 verdict=holds
mtype = { red, green, blue };

proctype Child(bit p0) {
   byte b5 = (p0) % 2
}

active proctype P6() {
   mtype v7;
   pid z8;
   z8 = run Child(1);
   v7 = red
}

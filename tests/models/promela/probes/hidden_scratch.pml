// A hidden variable that d_steps write before they read it: not part of the state, as in SPIN.
// expect: states=3 edges=12 verdict=holds
// expect[optimise=none]: states=3 edges=12 verdict=holds
hidden byte t = 7;
byte a = 1, b = 2;
active [2] proctype P() { do :: d_step { a < 3; t = a; a = b; b = t } :: a = 1 od }

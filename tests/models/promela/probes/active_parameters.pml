// active with parameters: they are 0; active [2] and init together: the order of numbers.
// expect: states=31 edges=64 verdict=holds
// expect[optimise=none]: states=76 edges=132 verdict=holds
byte g; active [2] proctype A(byte p; chan c){ g=_pid+p } init { g=_pid*10 } active proctype B(){ g=_pid*20 }

// provided expressions that use _pid, two instances.
// expect: states=14 edges=13 verdict=violated:deadlock
// expect[optimise=none]: states=14 edges=13 verdict=violated:deadlock
byte t; active [2] proctype A() provided (t == _pid) { byte n; do :: n<2 -> n++; t=1-t :: else -> break od }

// run without a priority starts a process with priority 1, whatever its proctype says.
// expect[optimise=none]: states=26 edges=27 verdict=violated:assertion
// expect: states=22 edges=24 verdict=violated:assertion
byte g; proctype A() priority 5 { g = _priority; assert(_priority == 5) } init { run A(); run A() priority 3 }

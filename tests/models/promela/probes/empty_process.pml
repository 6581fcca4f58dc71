// Processes that only terminate; an init that only runs them.
// expect: states=12 edges=15 verdict=holds
// expect[optimise=none]: states=12 edges=15 verdict=holds
proctype A(){ skip } init { run A(); run A() }

// full: another process may set the priority; SPIN considers it local
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=6 edges=5 verdict=holds

proctype P14(bit p0) {
   skip;
   p0 = _priority
}

init {
   run P14(1)
}

// The last step was that of a process that disappeared: an observer detects this, also under symmetry.
// expect: states=21 edges=27 verdict=violated:assertion
// expect[optimise=none]: states=21 edges=27 verdict=violated:assertion
byte done;
active proctype M() {
  done == 2;
end:
  _last != _pid;
  assert(false)
}
active [2] proctype W() {
  done++
}

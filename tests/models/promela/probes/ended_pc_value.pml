// An observer that distinguishes a process that has gone from one at its end: processes must disappear under symmetry, too.
// expect: states=10 edges=11 verdict=violated:assertion
// expect[optimise=none]: states=10 edges=11 verdict=violated:assertion
byte done;
active proctype M() {
end:
  done == 2 && pc_value(1) == 0 && pc_value(2) == 0;
  assert(false)
}
active [2] proctype W() {
  done++
}

// An observer that tells a process that is gone from one that has ended: also under symmetry they have to go.
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

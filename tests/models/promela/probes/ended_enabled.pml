// A process at its end is enabled when it can disappear: an observer detects this, also under symmetry.
// expect: states=14 edges=18 verdict=violated:assertion
// expect[optimise=none]: states=14 edges=18 verdict=violated:assertion
byte done;
active proctype M() {
end:
  done == 2 && (enabled(1) || enabled(2));
  assert(false)
}
active [2] proctype W() {
  done++
}

// The variable of a process that has gone is 0: an observer detects this, also under symmetry.
// expect: states=11 edges=12 verdict=violated:assertion
// expect[optimise=none]: states=11 edges=12 verdict=violated:assertion
byte done;
proctype W() {
  byte v = 1;
  done++
}
init {
  atomic {
    run W();
    run W()
  }
end:
  done == 2 && W[1]:v == 0 && W[2]:v == 0;
  assert(false)
}

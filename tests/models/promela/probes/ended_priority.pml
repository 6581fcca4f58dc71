// The priority of a process changes when it disappears: an observer detects this, also under symmetry.
// expect: states=10 edges=9 verdict=violated:assertion
// expect[optimise=none]: states=10 edges=9 verdict=violated:assertion
byte done;
proctype W() {
  done++
}
init {
  atomic {
    run W() priority 3;
    run W() priority 3
  }
end:
  done == 2 && get_priority(1) != 3 && get_priority(2) != 3;
  assert(false)
}

// A label asked of processes of another proctype whose end has the number of the label: the observer sees that they are
// gone, so they have to go under symmetry, too.
// expect: states=10 edges=11 verdict=violated:assertion
// expect[optimise=none]: states=10 edges=11 verdict=violated:assertion
byte done;
proctype A() {
  skip;
here:
  skip
}
active proctype M() {
  done == 2 && !A[1]@here && !A[2]@here;
  assert(false)
}
active [2] proctype W() {
  done++
}

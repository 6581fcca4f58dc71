// A label of processes of another proctype whose end has the number of the label: the observer detects that they have
// gone, so they must disappear under symmetry, too.
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

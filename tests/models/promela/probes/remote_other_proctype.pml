// A label of a process that belongs to another proctype: the numbers of the states decide.
// expect: states=41 edges=74 verdict=violated:assertion
// expect[optimise=none]: states=41 edges=74 verdict=violated:assertion
byte g;
proctype A() {
  g = 1;
here:
  g = 2;
  (g == 3)
}
proctype B() {
  g == 2;
  skip;
  g = 3;
  skip
}
init {
  pid a, b;
  atomic {
    a = run A();
    b = run B()
  }
  do
  :: A[b]@here -> assert(g != 2)
  :: A[a]@here -> assert(g != 1)
  :: g == 3 -> break
  od
}

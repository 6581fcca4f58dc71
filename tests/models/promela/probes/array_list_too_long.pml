// A list with more initial values than the array has cells: the last ones are ignored.
// expect: states=4 edges=3 verdict=holds
// expect[optimise=none]: states=4 edges=3 verdict=holds
byte a[2] = {1, 2, 3};
active proctype P() {
  byte b[2] = {3, 4, 5};
  assert(a[0] + a[1] == 3 && b[0] + b[1] == 7);
  a[1] = b[1]
}

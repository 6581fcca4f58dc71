// expect: states=10 edges=12 verdict=violated:deadlock
// Somebody who waits at a receive but is not `provided` is no partner: the escape cannot be taken, what it guards can.
byte g;
chan c = [0] of { byte };
active proctype P() provided (g < 2) { { skip } unless { c!2 } }
active proctype Q() provided (g != 1) {
  int s;
  select (s : 1 .. 2);
  g = s % 3;
  c?_
}

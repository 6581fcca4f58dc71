// goto and break directly to a d_step that contains another one.
// expect: states=52 edges=73 verdict=violated:assertion
// expect[optimise=none]: states=52 edges=73 verdict=violated:assertion
byte x, y;
active proctype P() {
  do
  :: x < 3 -> x++
  :: x == 3 -> break
  od;
  d_step { d_step { y = 2; y = y + x }; y = y + 1 };
  if
  :: x == 3 -> goto L
  :: y > 5 -> skip
  fi;
L: d_step { x++; d_step { x = x + 2; if :: x > 200 -> x = 0 :: else fi }; y = 0 };
  if :: x < 10 -> goto L :: else fi;
  assert(y == 0)
}
active proctype Q() { do :: y == 6 -> y = 7 :: x > 9 -> break od }

// Two labels on one goto, both referred to by another process: one step (1), observed under both names.
// expect[optimise=none]: states=465 edges=1038 verdict=violated:deadlock
// expect: states=363 edges=808 verdict=violated:deadlock
byte g;
active [2] proctype W() { byte b;
  do :: b < 2 -> b++ :: b == 2 -> break od;
  if :: g == 1 -> skip :: else fi;
one: two: goto rest;
rest: b = 3;
final: skip }
active proctype B() { do :: W[0]@one -> g = 1 :: W[1]@two -> g = 2; break :: W[0]@final -> break od }

// Labels on gotos and breaks that another process refers to: each becomes a step (1), whose state can be observed.
// expect[optimise=none]: states=2760 edges=6780 verdict=violated:assertion,violated:deadlock
// expect: states=2173 edges=5406 verdict=violated:assertion,violated:deadlock
byte g; bit d;
active [2] proctype W() { byte b;
  do :: b < 2 -> b++ :: g == 2 -> break :: b == 2 -> out: break od;
  if :: b == 2 -> atomic { g++; inside: goto rest } :: g > 1 fi;
aborted: goto final;
rest: b = 3;
  if :: g == 2 -> goto aborted :: g == 1 fi;
final: skip }
active proctype B() { g = 1; if :: W[0]@aborted -> d = 1 :: W[1]@inside -> d = 0 :: W[1]@out -> g = 2 fi; g = 2; assert(!W[0]@aborted || d == 1) }

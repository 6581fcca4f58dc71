// The cells of an array of bits are bytes, but bits within a message.
// expect: states=158 edges=287 verdict=violated:assertion,violated:deadlock
// expect[optimise=none]: states=158 edges=287 verdict=violated:assertion,violated:deadlock
typedef R { byte f; bit h[2]; bool k[1] };
chan c = [2] of { R };
R a, b;
byte x;
active proctype P() {
  a.h[0] = 255; a.h[1] = 2; a.k[0] = 3;
  if :: c!a :: a.h[0] = 4; c!a fi;
  c?b;
  x = b.h[0] + b.h[1] + b.k[0];
  assert(x == 2)
}
active proctype Q() { do :: x < 3 -> x++ :: a.h[0] == 255 -> break od }

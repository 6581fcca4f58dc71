// The fields of a structure are passed one by one.
// expect: states=253 edges=610 verdict=holds
// expect[optimise=none]: states=383 edges=867 verdict=holds
typedef Inner { byte v; bit w };
typedef Pair { byte a; Inner inner; short s };
byte seen;
Pair all[2];
proctype P(byte k; Pair p; chan c) {
  byte sum = k + p.a + p.inner.v;
  c!sum;
  p.a = p.a + 1;
  seen = p.a + p.inner.w;
  assert(p.s == -5)
}
init {
  Pair own;
  chan c = [2] of { byte };
  byte x;
  own.a = 1; own.inner.v = 2; own.inner.w = 1; own.s = -5;
  all[1].a = 4; all[1].s = -5;
  atomic { run P(7, own, c); run P(8, all[1], c) }
  own.a = 50;
  c?x; assert(x == 10 || x == 12);
  c?x; assert(own.a == 50)
}

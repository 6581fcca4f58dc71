// Which texts of select are a choice and which a loop that counts.
// expect: states=7315 edges=10104 verdict=holds
// expect[optimise=none]: states=7315 edges=10104 verdict=holds
#define LAST 3
mtype = { a, b, c };
byte x, x2, my_x;
mtype m;
inline choose(v) { select(v: 1 .. 3) }
init {
  select(x: 1 .. 3); assert(x < 9);
  select ( x2 : 1 .. LAST ); assert(x2 < 9);
  select(my_x: 1 .. 3); assert(my_x < 9);
  select(x: 1 .. (3)); assert(x < 9);
  select
    (x: 1 .. 3); assert(x < 9);
  select(x: 1 ..
    3); assert(x < 9);
  select(m: c .. a); assert(m < 9);
  choose(x); assert(x < 9);
  select(x: 0 .. 32); assert(x < 99);
  select(x: 0 .. 33); assert(x < 99)
}

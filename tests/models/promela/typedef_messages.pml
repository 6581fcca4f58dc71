// Whole records travel in messages and are copied field by field at the other end.
// expect: states=62 edges=103 verdict=holds
// expect[optimise=none]: states=98 edges=166 verdict=holds
typedef point { byte x; byte y };
typedef shape { point p; point q; bit closed };
chan wire = [2] of { shape, byte };
byte area;

active proctype painter() {
    shape s;
    byte n;
    do
    :: n < 3 ->
        s.p.x = n;
        s.q.y = n + 1;
        s.closed = n % 2;
        wire!s, n;
        n++
    :: else -> break
    od
}

active proctype plotter() {
    shape t;
    byte m;
end:
    do
    :: wire?t, m ->
        assert(t.p.x == m && t.q.y == m + 1);
        area = area + t.q.y * (t.closed + 1)
    od
}

// A sequence lock: readers retry when the writer's counter was odd or moved; a reader never returns a torn pair.
// expect: states=90106 edges=245529 verdict=holds
// expect[optimise=none]: states=154277 edges=424487 verdict=holds
unsigned seq : 3;
byte a, b;

active proctype writer() {
    byte v;
    do
    :: v < 3 ->
        v++;
        seq++;
        a = v;
        b = v;
        seq++
    :: v == 3 -> break
    od
}

active [2] proctype reader() {
    byte s, x, y;
retry:
    s = seq;
    if
    :: s & 1 -> goto retry
    :: else
    fi;
    x = a;
    y = b;
    if
    :: seq != s -> goto retry
    :: seq == s
    fi;
    assert(x == y)
}

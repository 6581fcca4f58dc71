// Channels created by fields of structures: in arrays of structures, in nested ones, in locals of processes started late.
// expect: states=43 edges=68 verdict=holds
// expect[optimise=none]: states=43 edges=68 verdict=holds
typedef wire { chan c[2] = [1] of { byte }; byte n };
typedef box { wire w; chan back = [1] of { byte } };
box boxes[2];
proctype worker(byte me) {
    wire mine;
    byte x;
    mine.c[1]!me;
    mine.c[1]?x;
    boxes[me].w.c[x]!x + 1;
    boxes[me].back?x
}
init {
    byte a, b;
    run worker(0);
    run worker(1);
    boxes[0].w.c[0]?a;
    boxes[1].w.c[1]?b;
    boxes[0].back!a;
    boxes[1].back!b;
    assert(a == 1 && b == 2)
}

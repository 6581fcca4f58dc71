// A tree of processes: each inner node starts two children and waits for both over a local channel passed to them.
// expect: states=12817 edges=42381 verdict=holds
// expect[optimise=none]: states=12817 edges=42381 verdict=holds
byte leaves;

proctype node(byte depth; chan up) {
    chan mine = [2] of { byte };
    byte x, y;
    if
    :: depth == 0 -> leaves++; up!1
    :: depth > 0 ->
        run node(depth - 1, mine);
        run node(depth - 1, mine);
        mine?x;
        mine?y;
        up!x + y
    fi
}

init {
    chan root = [1] of { byte };
    byte total;
    run node(2, root);
    root?total;
    assert(total == 4 && leaves == 4)
}

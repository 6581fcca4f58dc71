// A knock-out tournament over rendezvous: losers stop, winners meet at the next table; one champion.
// expect: states=847 edges=2240 verdict=holds
// expect[optimise=none]: states=882 edges=2302 verdict=holds
chan table[4] = [0] of { byte };
byte champion;

inline meet(at, id) {
    if
    :: table[at]!id -> goto beaten
    :: table[at]?opponent -> beaten_n++
    fi
}

proctype player(byte id; byte first_table) {
    byte opponent, beaten_n;
    meet(first_table, id);
    meet(2, id);
    assert(beaten_n == 2 && champion == 0);
    champion = id;
beaten:
    skip
}

init {
    atomic {
        run player(1, 0);
        run player(2, 0);
        run player(3, 1);
        run player(4, 1)
    };
    champion != 0
}

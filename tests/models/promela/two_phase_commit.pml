// Two-phase commit: a coordinator, three participants who vote, one of which may say no; decision by broadcast.
// expect: states=1609 edges=4159 verdict=holds
// expect[optimise=none]: states=1735 edges=4421 verdict=holds
#define N 3
mtype = { prepare, yes, no, commit, abort };
chan to[N] = [1] of { mtype };
chan votes = [N] of { mtype, byte };
mtype decided[N + 1];

active proctype coordinator() {
    byte i, agree;
    mtype v, verdict;
    for (i : 0 .. N - 1) {
        to[i]!prepare
    }
    i = 0;
    do
    :: i < N ->
        votes?v, _;
        if
        :: v == yes -> agree++
        :: else
        fi;
        i++
    :: else -> break
    od;
    verdict = (agree == N -> commit : abort);
    decided[N] = verdict;
    for (i : 0 .. N - 1) {
        to[i]!verdict
    }
}

active [N] proctype participant() {
    byte me = _pid - 1;
    mtype d;
    to[me]?prepare;
    if
    :: votes!yes(me)
    :: me == 1 -> votes!no(me)
    fi;
    to[me]?d;
    decided[me] = d;
    assert(d == decided[N])
}

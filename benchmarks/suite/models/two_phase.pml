// Channels in both directions: two-phase commit; participants may vote no, the coordinator may give up waiting.
#ifndef N
#define N 4
#endif
mtype = { prepare, vote_yes, vote_no, commit, rollback, acknowledged };
chan to[N] = [1] of { mtype };
chan from[N] = [1] of { mtype };
byte committed, aborted;

active proctype coordinator() {
    byte i, votes;
    mtype m;
    do
    :: i < N -> to[i]!prepare; i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < N && from[i]?[vote_yes] -> from[i]?vote_yes; votes++; i++
    :: i < N && from[i]?[vote_no] -> from[i]?vote_no; i++
    :: i == N -> break
    od;
    i = 0;
    m = (votes == N -> commit : rollback);
    do
    :: i < N -> to[i]!m; i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < N -> from[i]?acknowledged; i++
    :: else -> break
    od;
    assert(committed == 0 || aborted == 0)
}

active [N] proctype participant() {
    byte me = _pid - 1;
    byte work;
    mtype decision;
    to[me]?prepare;
    do
    :: work < 2 -> work++
    :: true -> break
    od;
    if
    :: from[me]!vote_yes
    :: from[me]!vote_no
    fi;
    to[me]?decision;
    if
    :: decision == commit -> committed++
    :: decision == rollback -> aborted++
    fi;
    work = 0;
    from[me]!acknowledged
}

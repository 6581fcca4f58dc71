// The sleeping barber: two chairs, customers leave when both are taken.
// expect: states=15561 edges=45014 verdict=holds
// expect[optimise=none]: states=17796 edges=50321 verdict=holds
#define CHAIRS 2
mtype = { wake, cut, thanks };
chan waiting_room = [CHAIRS] of { byte };
chan chair = [0] of { mtype, byte };
byte served, left_away;

active proctype barber() {
    byte c;
end_sleep:
    do
    :: waiting_room?c ->
        chair!cut(c);
        served++;
        chair?thanks(eval(c))
    od
}

proctype customer(byte id) {
    if
    :: full(waiting_room) -> left_away++
    :: nfull(waiting_room) ->
        waiting_room!id;
        chair?cut(eval(id));
        chair!thanks(id)
    fi
}

init {
    byte i;
    for (i : 1 .. 4) {
        run customer(i)
    }
    (_nr_pr == 2);
    assert(served + left_away == 4)
}

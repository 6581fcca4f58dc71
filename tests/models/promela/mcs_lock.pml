// MCS queue lock: each waiter spins on a flag of its own, the holder hands over to its successor.
// expect: states=94786 edges=251680 verdict=holds
// expect[optimise=none]: states=110487 edges=293626 verdict=holds
#define N 3
#define NIL 255
typedef qnode { byte next; bool waiting };
qnode node[N];
byte tail_of = NIL;
byte holders;

active [N] proctype p() {
    byte pred, rounds;
    do
    :: rounds < 2 ->
        node[_pid].next = NIL;
        d_step { pred = tail_of; tail_of = _pid };
        if
        :: pred != NIL ->
            node[_pid].waiting = true;
            node[pred].next = _pid;
            !node[_pid].waiting
        :: pred == NIL
        fi;
        holders++;
        assert(holders == 1);
        holders--;
        if
        :: node[_pid].next == NIL ->
            if
            :: d_step { tail_of == _pid -> tail_of = NIL }; goto released
            :: tail_of != _pid
            fi;
            node[_pid].next != NIL
        :: node[_pid].next != NIL
        fi;
        node[node[_pid].next].waiting = false;
released:
        pred = 0;
        rounds++
    :: rounds == 2 -> break
    od
}

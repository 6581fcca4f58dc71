// Actors with mailboxes: a counter, a doubler and a client who addresses them by channel; forwarding without reply.
// expect: states=314 edges=694 verdict=holds
// expect[optimise=none]: states=314 edges=694 verdict=holds
mtype = { inc, get, value, forward, quit };
chan counter_box = [2] of { mtype, chan };
chan proxy_box = [2] of { mtype, chan };

active proctype counter() {
    byte n;
    chan reply_to;
    do
    :: counter_box?inc(reply_to) -> n++
    :: counter_box?get(reply_to) -> reply_to!value(n)
    :: counter_box?quit(reply_to) -> break
    od
}

active proctype proxy() {
    chan reply_to;
    mtype what;
    do
    :: proxy_box?what, reply_to ->
        if
        :: what == quit -> counter_box!quit(reply_to); break
        :: what == inc -> counter_box!inc(reply_to)
        :: what == get -> counter_box!get(reply_to)
        fi
    od
}

active proctype client() {
    chan me = [1] of { mtype, byte };
    byte i, v;
    for (i : 1 .. 3) {
        if
        :: counter_box!inc(me)
        :: proxy_box!inc(me)
        fi
    }
    proxy_box!get(me);
    me?value(v);
    assert(v >= 1 && v <= 3);
    proxy_box!quit(me)
}

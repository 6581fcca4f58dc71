// Clients send their own reply channel inside the request; the server answers on the channel that it received.
// expect: states=566 edges=1219 verdict=holds
// expect[optimise=none]: states=560 edges=1214 verdict=holds
mtype = { request, done, deny };
chan server = [1] of { mtype, chan, byte };

proctype client(byte want) {
    chan me = [1] of { mtype, byte };
    byte got;
    server!request(me, want);
    if
    :: me?done(got) -> assert(got == want + 1)
    :: me?deny(_)
    fi
}

active proctype service() {
    chan who;
    byte n;
    run client(1);
    run client(2);
    run client(3);
end:
    do
    :: server?request(who, n) ->
        if
        :: n < 3 -> who!done(n + 1)
        :: n >= 2 -> who!deny(0)
        fi
    od
}

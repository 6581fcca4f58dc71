// A handshake with certificates: hello, certificate chain check against an issuer table, key exchange, finished.
// expect: states=135 edges=181 verdict=holds
// expect[optimise=none]: states=139 edges=185 verdict=holds
mtype = { hello, cert, key, fin, alert };
typedef certificate { byte subject; byte issuer; bool valid };
certificate table[3];
chan c2s = [1] of { mtype, byte };
chan s2c = [1] of { mtype, byte };
bool established[2];

active proctype setup() {
    d_step {
        table[0].valid = true;
        table[1].subject = 1; table[1].issuer = 0;
        table[2].subject = 2; table[2].issuer = 1;
        table[1].valid = true
    };
    if
    :: table[2].valid = true
    :: skip
    fi;
    run client();
    run server()
}

proctype client() {
    byte id, n;
    c2s!hello(0);
    s2c?cert(id);
    do
    :: id != 0 && table[id].valid -> id = table[id].issuer; n++; assert(n < 3)
    :: id != 0 && !table[id].valid -> c2s!alert(id); goto failed
    :: id == 0 -> break
    od;
    c2s!key(7);
    if
    :: s2c?fin(eval(7)) -> established[0] = true
    :: s2c?alert(_) -> goto failed
    fi;
failed:
    skip
}

proctype server() {
    byte k;
    c2s?hello(_);
    if
    :: s2c!cert(2)
    :: s2c!cert(1)
    fi;
    if
    :: c2s?key(k) ->
        if
        :: s2c!fin(k); established[1] = true
        :: s2c!alert(0)
        fi
    :: c2s?alert(_)
    fi;
    assert(!established[0] || k == 7)
}

// MESI with a bus arbiter: requests queue on the bus, snooping answers come by rendezvous.
// An exclusive line is upgraded without asking the bus while a request is under way: the assertion finds it.
// expect: states=7484 edges=14148 verdict=violated:assertion
// expect[optimise=none]: states=8382 edges=15769 verdict=violated:assertion
#define N 2
mtype = { rd, rdx, upgr };
mtype = { inv, shared, exclusive, modified };
chan bus = [N] of { mtype, byte };
chan grant[N] = [0] of { bit };
mtype st[N] = inv;

active proctype arbiter() {
    mtype what;
    byte who, k;
    bool other;
end:
    do
    :: bus?what, who ->
        other = false;
        for (k in st) {
            if
            :: k == who
            :: k != who && st[k] == inv
            :: else ->
                other = true;
                st[k] = (what == rd -> shared : inv)
            fi
        }
        grant[who]!(other && what == rd)
    od
}

active [N] proctype cpu() {
    byte me = _pid - 1;
    bit others;
end:
    do
    :: st[me] == inv ->
        if
        :: bus!rd, me -> grant[me]?others; st[me] = (others -> shared : exclusive)
        :: bus!rdx, me -> grant[me]?_; st[me] = modified
        fi
    :: st[me] == shared -> bus!upgr(me) -> grant[me]?_; st[me] = modified
    :: atomic { st[me] == exclusive -> st[me] = modified }
    :: atomic { st[me] == modified -> assert(st[1 - me] == inv); st[me] = inv }
    od
}

// Single-decree Paxos with two proposers and three acceptors; messages are never lost but may be delayed.
// expect: states=3197 edges=5963 verdict=holds
// expect[optimise=none]: states=3777 edges=7061 verdict=holds
#define A 3
#define MAJ 2
typedef acceptor_state { byte promised; byte ballot; byte value };
acceptor_state acc[A];
chan promise[2] = [A] of { byte, byte };
chan accepted[2] = [A] of { bool };
byte chosen;

proctype proposer(byte b; byte v) {
    byte i, best, value, rb, rv;
    byte got;
    value = v;
    /* phase 1, each acceptor answers in one step */
    i = 0;
    do
    :: i < A ->
        d_step {
            if
            :: acc[i].promised < b ->
                acc[i].promised = b;
                promise[b - 1]!acc[i].ballot, acc[i].value
            :: else
            fi;
            i++
        }
    :: else -> break
    od;
    do
    :: got < MAJ && nempty(promise[b - 1]) ->
        promise[b - 1]?rb, rv;
        got++;
        if
        :: rb > best -> best = rb; value = rv
        :: else
        fi
    :: got >= MAJ -> break
    :: got < MAJ && empty(promise[b - 1]) -> goto lost
    od;
    /* phase 2 */
    got = 0;
    i = 0;
    do
    :: i < A ->
        atomic {
            if
            :: acc[i].promised <= b ->
                acc[i].promised = b;
                acc[i].ballot = b;
                acc[i].value = value;
                got++
            :: acc[i].promised > b
            fi;
            i++
        }
    :: i >= A -> break
    od;
    if
    :: got >= MAJ ->
        assert(chosen == 0 || chosen == value);
        chosen = value
    :: else
    fi;
lost:
    skip
}

init {
    atomic { run proposer(1, 7); run proposer(2, 9) }
}

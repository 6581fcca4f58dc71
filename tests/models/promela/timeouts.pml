// A sender that retransmits on timeout, a receiver that gives up on timeout, a thief of two messages.
// The receiver may give up while the sender still tries: an invalid end state.
// expect: states=437 edges=682 verdict=violated:deadlock
// expect[optimise=none]: states=437 edges=682 verdict=violated:deadlock
chan wire = [1] of { byte };
chan ok = [0] of { bit };
byte drops, tries, got;

active proctype sender() {
    byte n;
    do
    :: n < 3 ->
resend: wire!n;
        tries = (tries + 1) % 5;
        if
        :: ok?1 -> n++
        :: timeout -> goto resend
        fi
    :: else -> break
    od
}

active proctype thief() {
    do
    :: drops < 2 -> wire?_; drops++
    :: else -> break
    od
}

active proctype receiver() {
    byte m, idle;
    do
    :: wire?m -> got = m + 1; ok!1; idle = 0
    :: timeout -> idle++;
        if
        :: idle > 1 -> break
        :: else
        fi
    od;
    assert(got <= 3)
}

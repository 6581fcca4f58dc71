// A state machine written with gotos into and out of atomic, and inside d_step.
// expect: states=234 edges=487 verdict=holds
// expect[optimise=none]: states=354 edges=707 verdict=holds
byte x, y;

active proctype machine() {
    byte n;
start:
    if
    :: n < 3 -> n++; goto inside
    :: n > 0 -> goto finish
    fi;
    x = 9;
    atomic {
        x = 1;
inside: x = x + 1;
        if
        :: y > 1 -> goto start
        :: y <= 1 -> x = 0
        fi;
        y = (y + x) % 4;
        goto outside;
        assert(false)
    };
outside:
    skip;
    d_step {
        y++;
        if
        :: y > 2 -> y = 0; goto cut
        :: else
        fi;
        x = y;
cut:    skip
    };
    goto start;
finish:
    skip
}

active proctype shaker() {
    do
    :: y = 2
    :: x > 0 -> y = 0
    :: x == 0 -> break
    od
}

// Interrupt levels: handlers of higher priority run first (SPIN's priorities), a mask holds them back (provided), a handler
// lowers its own, and the main loop reads all priorities.
// expect[optimise=none]: states=1161 edges=1219 verdict=violated:deadlock
// expect: states=610 edges=644 verdict=violated:deadlock
byte pending, handled;
bit mask = 1;
chan log = [2] of { byte };

proctype handler(byte level) priority 5 provided (mask == 0 || pending > 1) {
    pending++;
    set_priority(_pid, level);
    assert(get_priority(_pid) == _priority);
    atomic { nfull(log) -> log!level };
    d_step { pending--; handled = handled + level };
end_idle:
    handled > 20
}

active proctype mainloop() priority 3 {
    byte got, rounds;
    atomic { run handler(1) priority 4; run handler(2) };
    mask = 0;
    do
    :: log?got -> rounds++; mask = !mask
    :: rounds == 1 && mask == 1 -> set_priority(0, 1); mask = 0
    :: rounds == 2 -> break
    od;
    assert(handled <= 3);
    if
    :: get_priority(1) > _priority -> skip
    :: else -> handled = 0
    fi
}

active proctype background() priority 1 provided (_nr_pr < 4 || mask) {
    do
    :: pending == 0 && handled > 0 -> handled--
    :: timeout -> break
    od
}

// The priority of a proctype applies to its active processes; a process started by run has the priority that the
// run gives it, or 1.
// expect: states=99 edges=178 verdict=holds
// expect[optimise=none]: states=119 edges=217 verdict=holds
byte x, y;

proctype Late() priority 5 {
    x = 1;
    x = 2;
    assert(get_priority(_pid) != 5)
}

active proctype Early() priority 3 {
    y++;
    run Late();
    run Late() priority 4;
    y++
}

init {
    run Late();
    y = y + 3;
    _priority = 2;
    assert(get_priority(_pid) == 2 && y < 9)
}

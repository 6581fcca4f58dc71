// Mail is kept sorted by priority and text; a clerk takes the first, an inspector removes a specific one from the middle.
// expect: states=78073 edges=256277 verdict=violated:assertion
// expect[optimise=none]: states=174934 edges=546365 verdict=violated:assertion
chan mail = [4] of { byte, byte };

proctype writer(byte prio; byte text) {
    mail!!prio, text;
    if
    :: mail!!prio + 1, text
    :: mail!!prio, text - 1
    :: true
    fi
}

active proctype clerk() {
    byte p, t, last_p, n;
end:
    do
    :: mail?p, t ->
        n++;
        last_p = p;
        assert(!mail??[0, 0])
    :: n > 2 && mail?[p, t] -> assert(p >= 0)
    od
}

active proctype inspector() {
    byte t;
    if
    :: mail??2, t -> assert(t > 0)
    :: mail??<3, t>
    :: timeout
    fi
}

init {
    atomic { run writer(2, 4); run writer(1, 3); run writer(2, 1) }
}

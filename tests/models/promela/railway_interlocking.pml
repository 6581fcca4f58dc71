// Railway interlocking: two trains, four track sections, routes locked as a whole in one d_step.
// expect: states=63 edges=93 verdict=holds
// expect[optimise=none]: states=63 edges=93 verdict=holds
#define SECTIONS 4
mtype = { red, green };
bit locked[SECTIONS];
byte occupied[SECTIONS];
mtype signal[2] = red;

#define route_free(a, b, c) (!locked[a] && !locked[b] && !locked[c])

inline set_route(t, a, b, c) {
    d_step {
        route_free(a, b, c) ->
        locked[a] = 1;
        locked[b] = 1;
        locked[c] = 1;
        signal[t] = green
    }
}

inline enter(t, s) {
    assert(occupied[s] == 0);
    occupied[s] = t + 1
}

inline leave(s) {
    atomic { occupied[s] = 0; locked[s] = 0 }
}

proctype train(byte t; byte first; byte middle; byte last) {
    do
    :: signal[t] == green ->
        enter(t, first);
        signal[t] = red;
        enter(t, middle);
        leave(first);
        enter(t, last);
        leave(middle);
        leave(last)
    od
}

active proctype dispatcher() {
    run train(0, 0, 1, 2);
    run train(1, 3, 1, 2);
    do
    :: signal[0] == red && occupied[2] != 1 && occupied[1] != 1 -> set_route(0, 0, 1, 2)
    :: signal[1] == red && occupied[2] != 2 -> set_route(1, 3, 1, 2)
    od
}

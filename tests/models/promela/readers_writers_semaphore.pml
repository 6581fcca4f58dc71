// Readers and writers with two semaphores: the first reader locks, the last unlocks.
// expect: states=44552 edges=148372 verdict=holds
// expect[optimise=none]: states=44552 edges=148372 verdict=holds
chan mutex = [1] of { bit };
chan room = [1] of { bit };
byte reading, inside_w, inside_r;

#define P(s) s?_
#define V(s) s!1

active [3] proctype reader() {
    byte rounds = 0;
    do
    :: rounds < 2 ->
        P(mutex);
        reading++;
        if
        :: reading == 1 -> P(room)
        :: else
        fi;
        V(mutex);
        inside_r++;
        assert(inside_w == 0);
        inside_r--;
        P(mutex);
        reading--;
        if
        :: reading == 0 -> V(room)
        :: else
        fi;
        V(mutex);
        rounds++
    :: rounds >= 2 -> break
    od
}

active proctype writer() {
end:
    do
    :: P(room);
        inside_w++;
        assert(inside_w == 1 && inside_r == 0);
        inside_w--;
        V(room)
    od
}

init priority 1 {
    atomic { V(mutex); V(room) }
}

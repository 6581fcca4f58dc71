// A snapshot of a ring by markers (Chandy and Lamport): the money at the stations and in transit is constant.
// expect: states=4114 edges=10142 verdict=holds
// expect[optimise=none]: states=6443 edges=16286 verdict=holds
// expect[strategy=none,por=on]: states=756 edges=920 verdict=holds
#ifndef N
#define N 3
#endif
#define START 2

mtype = { money, marker };
chan link[N] = [3] of { mtype };
byte recorded, finished;

proctype station(byte me; chan in, out) {
    byte own = START, sent, saved, on_the_way;
    bit has_saved;
end:
    do
    :: sent < 1 && own > 0 -> own--; out!money; sent++
    :: in?money ->
        own++;
        if
        :: has_saved -> on_the_way++
        :: else
        fi
    :: me == 0 && !has_saved -> has_saved = 1; saved = own; out!marker
    :: in?marker ->
        if
        :: !has_saved -> has_saved = 1; saved = own; out!marker
        :: else
        fi;
        atomic { recorded = recorded + saved + on_the_way; finished++ }
        break
    od;
    do
    :: in?money -> own++
    :: finished == N -> break
    od;
    assert(recorded == N * START)
}

init {
    byte i;
    atomic {
        for (i : 0 .. N - 1) { run station(i, link[i], link[(i + 1) % N]) }
    }
}

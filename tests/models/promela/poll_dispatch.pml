// A dispatcher inspects two queues (poll, peek, random poll) before it takes from the most urgent one.
// expect: states=39092 edges=103409 verdict=holds
// expect[optimise=none]: states=52831 edges=139031 verdict=holds
mtype = { low, high, stop };
chan in[2] = [2] of { mtype, byte };
byte served[2];

active [2] proctype source() {
    byte n;
    do
    :: n < 2 ->
        if
        :: in[_pid]!low(n)
        :: in[_pid]!high(n)
        fi;
        n++
    :: else -> in[_pid]!stop(0); break
    od
}

active proctype dispatcher() {
    byte i, n, stopped;
    do
    :: stopped < 2 ->
        for (i : 0 .. 1) {
            if
            :: in[i]??[high, _] -> in[i]??high(n); served[i]++
            :: !in[i]??[high, _] && in[i]?[low(n)] -> in[i]?low(n)
            :: in[i]?[stop, 0] -> in[i]?<stop, n>; in[i]?stop(_); stopped++
            :: else
            fi
        }
    :: else -> break
    od;
    assert(served[0] <= 2 && served[1] <= 2)
}

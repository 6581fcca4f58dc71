// An event trace (which messages may occur on the channels, in which order) and declared exclusive use of the channel.
// expect: states=41 edges=67 verdict=violated:deadlock
// expect[optimise=none]: states=79 edges=134 verdict=violated:deadlock
mtype = { open, data, close };
chan link = [1] of { mtype };

active proctype user() {
    byte n;
    do
    :: link!open;
        do
        :: n < 2 -> link!data; n++
        :: n > 0 -> n = 0; break
        od;
        link!close
    :: break
    od
}

active proctype peer() {
    mtype m;
    byte depth;
end:
    do
    :: link?m ->
        if
        :: m == open -> depth++
        :: m == close -> depth--
        :: m == data -> assert(depth == 1)
        fi
    od
}

#ifndef NO_TRACE
trace {
    do
    :: link!open;
        do
        :: link!data
        :: link!close -> break
        od
    od
}
#endif

// A token ring of four stations in which the token may be lost once; a monitor creates a new one on timeout.
// expect: states=44 edges=56 verdict=holds
// expect[optimise=none]: states=44 edges=56 verdict=holds
#define N 4
chan link[N] = [1] of { bit };
byte in_cs;
bool lost;

active [N] proctype station() {
end:
    do
    :: link[_pid]?_ ->
        if
        :: in_cs++; assert(in_cs == 1); in_cs--
        :: true
        fi;
        if
        :: link[(_pid + 1) % N]!1
        :: atomic { !lost -> lost = true }
        fi
    od
}

active proctype monitor() {
    link[0]!1;
    do
    :: timeout -> link[0]!0
    od
}

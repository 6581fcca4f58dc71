// Exclusive senders and receivers (xs, xr) on a chain of filters.
// expect: states=931 edges=2278 verdict=holds
// expect[optimise=none]: states=1330 edges=3331 verdict=holds
chan raw = [2] of { byte };
chan clean = [2] of { byte };
byte kept;

active proctype sensor() {
    xs raw;
    byte v;
    do
    :: v < 5 ->
        if
        :: raw!v
        :: v > 2 -> raw!0
        fi;
        v++
    :: v == 5 -> break
    od
}

active proctype filter() {
    xr raw;
    xs clean;
    byte v;
end:
    do
    :: raw?v ->
        if
        :: v % 2 == 0 -> clean!v
        :: v % 2 -> skip
        fi
    od
}

active proctype sink() {
    xr clean;
    byte v;
end:
    do
    :: clean?v -> kept = kept + v; assert(v % 2 == 0)
    od
}

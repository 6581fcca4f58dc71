// Whole transactions as one step: receive, compute and answer inside d_step, with a guard that receives.
// expect: states=386 edges=763 verdict=holds
// expect[optimise=none]: states=765 edges=1516 verdict=holds
chan in = [2] of { byte, byte };
chan out = [2] of { byte };
byte table[3];

active [2] proctype client() {
    byte r, n;
    do
    :: n < 2 ->
        in!_pid, n + 1;
        if
        :: out?r -> assert(r < 9)
        :: timeout -> break
        fi;
        r = 0;
        n++
    :: else -> break
    od
}

active proctype server() {
    byte k, v;
end:
    do
    :: d_step { nempty(in) && nfull(out) -> in?k, v; table[k] = table[k] + v; out!table[k]; k = 0; v = 0 }
    :: d_step { in??1, v -> table[1] = v; v = 0; if :: nfull(out) -> out!0 :: else fi }
    od
}

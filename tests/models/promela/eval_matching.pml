// Correlated requests: each worker takes only answers that carry its own number and the expected round (eval).
// expect: states=406 edges=780 verdict=holds
// expect[optimise=none]: states=406 edges=780 verdict=holds
mtype = { ask, tell };
chan up = [2] of { mtype, byte, byte };
chan down = [2] of { mtype, byte, byte };
byte results;

active [2] proctype worker() {
    byte round;
    do
    :: round < 2 ->
        up!ask(_pid, round);
        down?tell(eval(_pid), eval(round));
        results++;
        round++
    :: round == 2 -> break
    od
}

active proctype server() {
    byte who, r;
end:
    do
    :: up?ask, who, r ->
        if
        :: down!tell, who, r
        :: len(up) > 0 && nfull(down) -> down!tell(who, r)
        fi
    :: down??tell, eval(who + 0), eval(r) -> down!tell, who, r
    od
}

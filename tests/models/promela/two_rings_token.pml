// Two token rings joined by a gateway, tokens by rendezvous, atomic forwarding; a node loses atomicity by blocking.
// expect: states=182 edges=463 verdict=holds
// expect[optimise=none]: states=182 edges=463 verdict=holds
chan west[2] = [0] of { byte };
chan east[2] = [0] of { byte };
byte seen_tokens;

proctype node(chan in, out; bool gate) {
    byte t;
    do
    :: atomic { in?t; t = (gate && t < 2 -> t + 1 : t); seen_tokens = t; out!t; t = 0 }
    od
}

active proctype starter() {
    run node(west[0], west[1], false);
    run node(west[1], west[0], true);
    run node(east[0], east[1], true);
    run node(east[1], east[0], false);
    west[0]!0;
    east[0]!1;
    if
    :: west[1]?_ -> skip
    :: seen_tokens > 1
    fi
}

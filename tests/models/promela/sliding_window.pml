// Sliding window protocol, window 2, sequence numbers modulo 4, a lossy wire.
// expect: states=176 edges=277 verdict=holds
// expect[optimise=none]: states=433 edges=728 verdict=holds
#define W 2
#define M 4
#define LAST 3

chan data = [2] of { byte, byte };
chan acks = [2] of { byte };

active proctype sender() {
    byte base, next, nr, sent;
    do
    :: (next + M - base) % M < W && sent < LAST ->
        if
        :: data!next, sent
        :: skip /* lost */
        fi;
        next = (next + 1) % M;
        sent++
    :: acks?nr ->
        if
        :: (nr + M - base) % M < W -> base = (nr + 1) % M
        :: else
        fi
    :: timeout ->
        if
        :: base != next ->
            sent = sent - (next + M - base) % M;
            next = base
        :: else -> break
        fi
    od
}

active proctype receiver() {
    byte expected, seq, payload, want;
end:
    do
    :: data?seq, payload ->
        if
        :: seq == expected ->
            assert(payload == want);
            want++;
            expected = (expected + 1) % M
        :: else
        fi;
        acks!(expected + M - 1) % M
    od
}

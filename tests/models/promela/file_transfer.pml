// A file in blocks over an alternating-bit link that may lose data and acknowledgements, between two users.
// expect: states=713 edges=1678 verdict=holds
// expect[optimise=none]: states=1067 edges=2630 verdict=holds
// expect[strategy=none,por=on]: states=88 edges=96 verdict=holds
#ifndef BLOCKS
#define BLOCKS 3
#endif

chan submit = [1] of { byte };
chan deliver = [1] of { byte };
chan to_line = [1] of { byte, bit };
chan from_line = [1] of { byte, bit };
chan ack_in = [1] of { bit };
chan ack_out = [1] of { bit };

active proctype user() {
    byte i;
    do
    :: i < BLOCKS -> submit!i; i++
    :: else -> break
    od
}

active proctype sender() {
    byte block; bit seq, got;
end:
    do
    :: submit?block ->
        to_line!block,seq;
        do
        :: ack_out?got ->
            if
            :: got == seq -> seq = 1 - seq; break
            :: else
            fi
        :: timeout -> to_line!block,seq
        od
    od
}

active proctype data_line() {
    byte block; bit seq;
end:
    do
    :: to_line?block,seq ->
        if
        :: from_line!block,seq
        :: skip
        fi
    od
}

active proctype ack_line() {
    bit seq;
end:
    do
    :: ack_in?seq ->
        if
        :: ack_out!seq
        :: skip
        fi
    od
}

active proctype receiver() {
    byte block; bit seq, expected;
end:
    do
    :: from_line?block,seq ->
        if
        :: seq == expected -> deliver!block; expected = 1 - expected
        :: else
        fi;
        ack_in!seq
    od
}

active proctype reader() {
    byte block, i;
end:
    do
    :: deliver?block -> assert(block == i); i++
    od
}

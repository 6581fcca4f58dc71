// Alternating bit protocol over two lossy and duplicating one-place wires.
// expect: states=624 edges=1150 verdict=holds
// expect[optimise=none]: states=975 edges=1806 verdict=holds
mtype = { msg, ack };
chan to_r = [1] of { mtype, byte, bit };
chan to_s = [1] of { mtype, bit };

active proctype sender() {
    bit b, got;
    byte data;
    do
    :: to_r!msg(data, b) ->
        if
        :: to_s?ack(got) ->
            if
            :: got == b -> b = 1 - b; data = (data + 1) % 3
            :: else
            fi
        :: empty(to_s)
        fi
    :: to_s?ack(got) ->
        if
        :: got == b -> b = !b; data = (data + 1) % 3
        :: got != b -> skip
        fi
    od
}

active proctype receiver() {
    bit b, expect;
    byte data, want;
    do
    :: to_r?msg(data, b) ->
        if
        :: b == expect ->
            assert(data == want);
            want = (want + 1) % 3;
            expect = 1 - expect
        :: else
        fi;
        do
        :: to_s!ack(b) -> break
        :: atomic { full(to_s) -> to_s?ack, _ }
        od
    od
}

// Bounded retransmission: a file of three chunks, at most two repeats, verdicts ok / not-ok / don't-know to the client.
// expect: states=154 edges=169 verdict=holds
// expect[optimise=none]: states=209 edges=224 verdict=holds
#define CHUNKS 3
#define RETRIES 2
mtype = { chunk, ack, ok, nok, dk };
chan k = [1] of { mtype, byte, bit, bit };
chan l = [1] of { mtype };
mtype s_verdict, r_verdict;

active proctype sender() {
    byte i, rn;
    bit toggle;
    do
    :: i < CHUNKS ->
        rn = 0;
again:
        if
        :: k!chunk(i, toggle, i == CHUNKS - 1)
        :: skip
        fi;
        if
        :: l?ack -> toggle = !toggle; i++
        :: timeout ->
            if
            :: rn < RETRIES -> rn++; goto again
            :: rn == RETRIES ->
                s_verdict = (i == CHUNKS - 1 -> dk : nok);
                goto done
            fi
        fi
    :: i == CHUNKS -> s_verdict = ok; break
    od;
done:
    assert(s_verdict != 0)
}

active proctype receiver() {
    byte i, next;
    bit tog, expect, last;
end:
    do
    :: k?chunk(i, tog, last) ->
        if
        :: tog == expect ->
            assert(i == next);
            next++;
            expect = !expect;
            r_verdict = (last -> ok : nok)
        :: tog != expect
        fi;
        if
        :: l!ack
        :: true
        fi
    od
}

// Go-back-n over lossless links: a window of W blocks in transit, acknowledgements by number, between a source and a sink.
// expect: states=5470 edges=17153 verdict=holds
// expect[optimise=none]: states=8290 edges=26708 verdict=holds
// expect[strategy=none,por=on]: states=113 edges=116 verdict=holds
#ifndef W
#define W 2
#endif
#ifndef BLOCKS
#define BLOCKS 5
#endif
#define M 4

chan source_out = [1] of { byte };
chan sink_in = [1] of { byte };
chan data = [W] of { byte, byte };
chan acks = [W] of { byte };

active proctype source() {
    byte i;
    do
    :: i < BLOCKS -> source_out!i; i++
    :: else -> break
    od
}

active proctype window_sender() {
    byte base, next, block, number;
end:
    do
    :: (next + M - base) % M < W && nempty(source_out) -> source_out?block; data!next % M,block; next = (next + 1) % M
    :: acks?number -> base = (number + 1) % M
    od
}

active proctype window_receiver() {
    byte expected, block, number;
end:
    do
    :: data?number,block ->
        assert(number == expected);
        expected = (expected + 1) % M;
        sink_in!block;
        acks!number
    od
}

active proctype sink() {
    byte i, block;
    do
    :: i < BLOCKS -> sink_in?block; assert(block == i); i++
    :: else -> break
    od
}

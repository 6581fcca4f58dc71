// A lock-free ring buffer for one producer and one consumer with wrapping indices.
// expect: states=635 edges=1187 verdict=holds
// expect[optimise=none]: states=635 edges=1187 verdict=holds
#define SIZE 4
byte buf[SIZE];
unsigned head : 4;
unsigned tail : 4;

active proctype producer() {
    byte item = 1;
    do
    :: item <= 7 ->
        ((head - tail) & 15) < SIZE;
        buf[head % SIZE] = item;
        head = head + 1;
        item++
    :: item > 7 -> break
    od
}

active proctype consumer() {
    byte want = 1, got;
    do
    :: tail != head ->
        got = buf[tail % SIZE];
        assert(got == want);
        buf[tail % SIZE] = 0;
        tail = tail + 1;
        want++
    :: want > 7 -> break
    od
}

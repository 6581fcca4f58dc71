// Packed registers: unsigned of odd widths, wrapping counters and truncated negative values.
// expect: states=479 edges=892 verdict=holds
// expect[optimise=none]: states=547 edges=1028 verdict=holds
unsigned ctr : 3 = 6;
unsigned flags : 5;
bit parity;
short balance = 32766;
byte low;

active proctype timer() {
    byte n;
    do
    :: n < 5 -> ctr++; parity = ctr; n++
    :: ctr == 1 -> flags = flags | (1 << ctr)
    :: n == 5 -> break
    od
}

active proctype arithmetic() {
    int i = -5;
    balance = balance + 3;
    low = balance;
    i = i / 2 - (-7 % 4);
    flags = i;
    low = -1;
    assert(low == 255 && i == 1);
    i = 2147483647;
    i = i + 1;
    assert(i < 0);
    low = (i >> 31) & 255;
    low = ~flags;
    low = !low + 3 * (ctr > 2) - (low != 0 && ctr < 9)
}

// Scratch variables outside the state (hidden), shown ones, and globals declared local to one process.
// expect: states=127 edges=230 verdict=holds
// expect[optimise=none]: states=330 edges=589 verdict=holds
hidden byte scratch;
show byte result;
local byte mine;
hidden byte table[3];
byte never_read;

active proctype computer() {
    byte i;
    do
    :: i < 3 ->
        d_step { scratch = i * i; result = (result + scratch) % 7; scratch = 0 };
        d_step { table[i] = result; never_read = table[i]; table[i] = 0 };
        mine++;
        i++
    :: i == 3 -> break
    od;
    assert(mine == 3)
}

active proctype other() {
    byte j = 2;
    do
    :: j > 0 -> result = (result + j) % 7; j--
    :: j == 0 -> break
    od
}

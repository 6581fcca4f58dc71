// Inlines with arguments, inlines calling inlines, with locals of their own and with labels inside.
// expect: states=570 edges=1035 verdict=holds
// expect[optimise=none]: states=1107 edges=2092 verdict=holds
byte cell[3];
byte swaps;

inline swap(a, b) {
    byte tmp;
    tmp = a;
    a = b;
    b = tmp;
    tmp = 0
}

inline order(i, j) {
    if
    :: cell[i] > cell[j] -> atomic { swap(cell[i], cell[j]); swaps++ }
    :: else
    fi
}

inline once(var, value) {
    do
    :: var != value -> var = value
    :: var == value -> break
    od
}

active proctype sorter() {
    do
    :: order(0, 1);
        order(1, 2)
    :: cell[0] <= cell[1] && cell[1] <= cell[2] -> swaps = 0; break
    od
}

active proctype disturber() {
    once(cell[0], 3);
    once(cell[1], 1);
    once(cell[2], 2)
}

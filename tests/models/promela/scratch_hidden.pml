// Heap sort step by step with hidden scratch cells and write-only variables, with a concurrent reader of the array.
// expect: states=337 edges=661 verdict=holds
// expect[optimise=none]: states=365 edges=716 verdict=holds
#define N 3
hidden byte tmp;
hidden short swaps_seen;
byte a[N];
byte write_only;
byte progress_of;
bool write_only_flags[2];

active proctype sorter() {
    byte i, j;
    d_step { a[0] = 2; a[1] = 0; a[2] = 1 };
    for (i : 0 .. N - 1) {
        for (j : 0 .. N - 2) {
            if
            :: a[j] > a[j + 1] -> d_step { tmp = a[j]; a[j] = a[j + 1]; a[j + 1] = tmp; tmp = 0 }
            :: else -> write_only = j; write_only_flags[j] = true
            fi;
            progress_of = i
        }
    }
    assert(a[0] == 0 && a[1] == 1 && a[2] == 2)
}

active proctype looker() {
    byte s;
    do
    :: progress_of < 2 -> s = a[progress_of] + a[1]
    :: s > 2 -> s = 0
    :: progress_of == 2 -> break
    od
}

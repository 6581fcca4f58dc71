// Bubble sort and a histogram by for and for-in over arrays, beside a process that turns one element.
// expect: states=2341 edges=4369 verdict=holds
// expect[optimise=none]: states=2603 edges=4883 verdict=holds
#define N 3
byte a[N];
byte count[2];

active proctype sorter() {
    int i;
    byte k;
    a[0] = 2; a[1] = 1; a[2] = 0;
    for (k : 1 .. N - 1) {
        for (i : 0 .. N - 2) {
            if
            :: a[i] > a[i + 1] ->
                byte t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t
            :: else
            fi
        }
    }
    for (i in a) {
        count[a[i] % 2]++
    }
    assert(count[0] + count[1] == N)
}

active proctype turner() {
    byte n;
    do
    :: n < 2 -> a[1] = a[1] ^ 1; n++
    :: n >= 1 -> break
    od
}

// Philosophers on a ring who read both neighbours: their numbers are computed, and all ten symmetries of the ring remain.
// expect: states=31 edges=75 verdict=holds
// expect[optimise=none]: states=31 edges=75 verdict=holds
// expect[strategy=canonical]: states=6 edges=17 verdict=holds
// expect[strategy=enumerate]: states=6 edges=17 verdict=holds
// expect[strategy=exact-markers]: states=6 edges=17 verdict=holds
#define N 5
byte eats[N];

active [N] proctype philosopher() {
    do
    :: atomic { eats[_pid] == 0 && eats[(_pid + 1) % N] == 0 && eats[(_pid + N - 1) % N] == 0 -> eats[_pid] = 1 }
    :: atomic { eats[_pid] == 1 -> eats[_pid] = 2 }
    :: atomic { eats[_pid] == 2 -> eats[_pid] = 0 }
    od
}

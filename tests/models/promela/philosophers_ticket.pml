// Dining philosophers without deadlock: one left-handed, forks as an array of owners, eating counted.
// expect: states=1510 edges=4837 verdict=holds
// expect[optimise=none]: states=1510 edges=4837 verdict=holds
#define N 4
#define NOBODY 255
byte owner[N] = NOBODY;
byte eating;

inline grab(f) { atomic { owner[f] == NOBODY -> owner[f] = _pid } }
inline drop(f) { assert(owner[f] == _pid); owner[f] = NOBODY }

active [N] proctype phil() {
    byte first = (_pid == 0 -> 1 : _pid), second;
    second = (_pid == 0 -> 0 : (_pid + 1) % N);
progress:
    do
    :: grab(first);
        grab(second);
        eating++;
        assert(eating <= N / 2);
        eating--;
        drop(second);
        drop(first)
    od
}

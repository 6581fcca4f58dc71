// Readers and writers with a monitor made of atomic guards; writers have preference.
// expect: states=116 edges=367 verdict=holds
// expect[optimise=none]: states=116 edges=367 verdict=holds
#define R 3
#define W 2
byte readers, writers, waiting;

active [R] proctype reader() {
    do
    :: atomic { writers == 0 && waiting == 0 -> readers++ };
cs:     assert(writers == 0);
        atomic { readers--; }
    od
}

active [W] proctype writer() {
    do
    :: waiting++;
        atomic { writers == 0 && readers == 0 -> writers++; waiting-- };
        assert(writers == 1 && readers == 0);
        writers--
    od
}

// A process per direction on a ring of 4: the dihedral group on ordered pairs. canonical was wrong for three and ended with an
// internal error for more.
// expect: states=3287 edges=13809 verdict=holds
// expect[strategy=enumerate]: states=449 edges=1899
// expect[strategy=canonical]: states=449 edges=1899
byte x[4];

proctype link(byte from; byte to) {
    bit taken;
    do
    :: atomic { x[from] == 0 && !taken -> x[from] = 1; taken = 1 }
    :: atomic { x[from] == 1 && x[to] == 0 && taken -> x[from] = 0; x[to] = 1; taken = 0 }
    :: atomic { x[from] == 1 && x[to] == 1 && taken -> x[to] = 0 }
    od
}

init {
    byte i;
    atomic {
        for (i : 0 .. 3) {
            run link(i, (i + 1) % 4);
            run link((i + 1) % 4, i)
        }
    }
}

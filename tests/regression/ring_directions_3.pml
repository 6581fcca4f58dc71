// A process per direction on a ring of 3: the dihedral group on ordered pairs. canonical was wrong for three and ended with an
// internal error for more.
// expect: states=407 edges=1285 verdict=holds
// expect[strategy=enumerate]: states=80 edges=258
// expect[strategy=canonical]: states=80 edges=258
byte x[3];

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
        for (i : 0 .. 2) {
            run link(i, (i + 1) % 3);
            run link((i + 1) % 3, i)
        }
    }
}

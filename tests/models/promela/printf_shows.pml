// A logger: printf and printm of many kinds, which are statements but add no state.
// expect: states=792 edges=1901 verdict=holds
// expect[optimise=none]: states=792 edges=1901 verdict=holds
mtype = { start, work, finish };
mtype phase;
byte n;

active [2] proctype logger() {
    do
    :: n < 3 ->
        printf("%d: n=%d %e\n", _pid, n, phase);
        atomic { n++; printf("up\n") }
    :: n >= 3 && phase != finish ->
        printm(phase);
        phase = (phase == start -> work : finish);
        printf("c %c x %x o %o u %u\n", 65, 255, 8, n)
    :: phase == finish -> break
    od
}

init {
    phase = start;
    printf("started\n")
}

// A pipeline: a source, stages that process their input, a sink that checks the output.
// expect: states=2909 edges=9420 verdict=holds
// expect[optimise=none]: states=5834 edges=19657 verdict=holds
// expect[strategy=none,por=on]: states=59 edges=58 verdict=holds
#ifndef STAGES
#define STAGES 4
#endif
#ifndef ITEMS
#define ITEMS 3
#endif

chan link[STAGES + 1] = [1] of { byte };

proctype source(chan out) {
    byte i;
    do
    :: i < ITEMS -> out!i; i++
    :: i == ITEMS -> break
    od
}

proctype stage(chan in, out) {
    byte item, work;
end:
    do
    :: in?item ->
        work = item;
        work = work + 1;
        out!work
    od
}

proctype sink(chan in) {
    byte item, i;
    do
    :: i < ITEMS -> in?item; assert(item == i + STAGES); i++
    :: else -> break
    od
}

init {
    byte i;
    atomic {
        run source(link[0]);
        for (i : 1 .. STAGES) { run stage(link[i - 1], link[i]) };
        run sink(link[STAGES])
    }
}

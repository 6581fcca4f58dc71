// Declarations in the middle of bodies with initialisers that are steps; blocks; a counting semaphore as the length of a channel.
// expect: states=422 edges=726 verdict=holds
// expect[optimise=none]: states=323 edges=552 verdict=holds
chan slots = [1] of { bit };
byte used, peak;

active [2] proctype user() {
    byte want = 1;
    do
    :: want <= 2 ->
        slots!0;
        byte before = used;
        used = used + 1;
        {
            short diff = used - before;
            if
            :: diff > 1 -> peak = used
            :: diff <= 1 && used > peak -> peak = used
            :: else
            fi
        }
        used = used - 1;
        slots?_;
        want++
    :: want > 2 -> break
    od;
    assert(peak <= 2)
}

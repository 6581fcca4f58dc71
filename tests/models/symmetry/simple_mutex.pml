/* N processes share one lock. Everything about them is the same: N! permutations.
   Compile with -DN=... */
#ifndef N
#define N 5
#endif

bool locked = false;
byte inside = 0;

active [N] proctype user() {
    do
    :: atomic { !locked -> locked = true };
        inside++;
        assert(inside == 1);
        inside--;
        locked = false
    od
}

/* N processes share one lock. They are identical: N! permutations.
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

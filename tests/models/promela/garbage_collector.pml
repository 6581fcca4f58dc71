// A mark-and-sweep collector beside a mutator on a heap of four cells (three-colour, with a write barrier).
// expect: states=2876 edges=9680 verdict=holds
// expect[optimise=none]: states=3022 edges=10184 verdict=holds
#define CELLS 4
mtype:colour = { white, grey, black };
mtype:colour col[CELLS] = white;
byte link[CELLS];
bool garbage[CELLS];
byte root_ref = 1;

active proctype mutator() {
    do
    :: atomic { root_ref != 2 && !garbage[2] -> root_ref = 2; if :: col[2] == white -> col[2] = grey :: else fi }
    :: atomic { root_ref != 1 && !garbage[1] -> root_ref = 1; if :: col[1] == white -> col[1] = grey :: else fi }
    :: d_step { link[root_ref] == 0 && !garbage[3] -> link[root_ref] = 3; if :: col[3] == white -> col[3] = grey :: else fi }
    :: link[root_ref] = 0
    od
}

active proctype collector() {
    byte i;
    do
    :: col[root_ref] = grey;
mark:   i = 1;
        do
        :: i < CELLS && col[i] == grey ->
            d_step {
                if
                :: link[i] != 0 && col[link[i]] == white -> col[link[i]] = grey
                :: else
                fi;
                col[i] = black
            };
            goto mark
        :: i < CELLS && col[i] != grey -> i++
        :: i == CELLS -> break
        od;
        i = 1;
        do
        :: i < CELLS ->
            d_step {
                if
                :: col[i] == white -> garbage[i] = (i != root_ref && link[root_ref] != i && i != 1 && i != 2); link[i] = 0
                :: else -> col[i] = white; garbage[i] = false
                fi
            };
            assert(!garbage[root_ref]);
            i++
        :: i == CELLS -> break
        od
    od
}

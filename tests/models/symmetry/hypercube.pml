/* A message travels through a network in the form of a D-dimensional cube: each node has a channel and knows
   those of its neighbours; the receiver of a message keeps it or forwards it in any direction. One message is in transit
   at a time. 2^D translations preserve the order in which neighbours are named; since nothing depends on that order, every
   automorphism of the cube is a symmetry. Compile with -DD=2..5 */
#ifndef D
#define D 3
#endif

#if D == 2
#define NODES 4
#elif D == 3
#define NODES 8
#elif D == 4
#define NODES 16
#else
#define NODES 32
#endif
chan link[NODES] = [1] of { pid };
bool busy = false;

proctype node(chan in
              ; chan l0
              ; chan l1
#if D > 2
              ; chan l2
#endif
#if D > 3
              ; chan l3
#endif
#if D > 4
              ; chan l4
#endif
              ) {
    pid origin = 0;
    do
    :: atomic { !busy -> busy = true; origin = _pid };
        goto pass
    :: in?origin;
        if
        :: origin != _pid -> atomic { origin = 0; busy = false }
        :: true -> goto pass
        fi;
        goto rest;
pass:   atomic {
            if
            :: l0!origin
            :: l1!origin
#if D > 2
            :: l2!origin
#endif
#if D > 3
            :: l3!origin
#endif
#if D > 4
            :: l4!origin
#endif
            fi;
            origin = 0
        };
rest:   skip
    od
}

init {
    atomic {
#if D == 2
        run node(link[0], link[1], link[2]);
#elif D == 3
        run node(link[0], link[1], link[2], link[4]);
#elif D == 4
        run node(link[0], link[1], link[2], link[4], link[8]);
#elif D == 5
        run node(link[0], link[1], link[2], link[4], link[8], link[16]);
#endif
#if D == 2
        run node(link[1], link[0], link[3]);
#elif D == 3
        run node(link[1], link[0], link[3], link[5]);
#elif D == 4
        run node(link[1], link[0], link[3], link[5], link[9]);
#elif D == 5
        run node(link[1], link[0], link[3], link[5], link[9], link[17]);
#endif
#if D == 2
        run node(link[2], link[3], link[0]);
#elif D == 3
        run node(link[2], link[3], link[0], link[6]);
#elif D == 4
        run node(link[2], link[3], link[0], link[6], link[10]);
#elif D == 5
        run node(link[2], link[3], link[0], link[6], link[10], link[18]);
#endif
#if D == 2
        run node(link[3], link[2], link[1]);
#elif D == 3
        run node(link[3], link[2], link[1], link[7]);
#elif D == 4
        run node(link[3], link[2], link[1], link[7], link[11]);
#elif D == 5
        run node(link[3], link[2], link[1], link[7], link[11], link[19]);
#endif
#if D >= 3
#if D == 3
        run node(link[4], link[5], link[6], link[0]);
#elif D == 4
        run node(link[4], link[5], link[6], link[0], link[12]);
#elif D == 5
        run node(link[4], link[5], link[6], link[0], link[12], link[20]);
#endif
#endif
#if D >= 3
#if D == 3
        run node(link[5], link[4], link[7], link[1]);
#elif D == 4
        run node(link[5], link[4], link[7], link[1], link[13]);
#elif D == 5
        run node(link[5], link[4], link[7], link[1], link[13], link[21]);
#endif
#endif
#if D >= 3
#if D == 3
        run node(link[6], link[7], link[4], link[2]);
#elif D == 4
        run node(link[6], link[7], link[4], link[2], link[14]);
#elif D == 5
        run node(link[6], link[7], link[4], link[2], link[14], link[22]);
#endif
#endif
#if D >= 3
#if D == 3
        run node(link[7], link[6], link[5], link[3]);
#elif D == 4
        run node(link[7], link[6], link[5], link[3], link[15]);
#elif D == 5
        run node(link[7], link[6], link[5], link[3], link[15], link[23]);
#endif
#endif
#if D >= 4
#if D == 4
        run node(link[8], link[9], link[10], link[12], link[0]);
#elif D == 5
        run node(link[8], link[9], link[10], link[12], link[0], link[24]);
#endif
#endif
#if D >= 4
#if D == 4
        run node(link[9], link[8], link[11], link[13], link[1]);
#elif D == 5
        run node(link[9], link[8], link[11], link[13], link[1], link[25]);
#endif
#endif
#if D >= 4
#if D == 4
        run node(link[10], link[11], link[8], link[14], link[2]);
#elif D == 5
        run node(link[10], link[11], link[8], link[14], link[2], link[26]);
#endif
#endif
#if D >= 4
#if D == 4
        run node(link[11], link[10], link[9], link[15], link[3]);
#elif D == 5
        run node(link[11], link[10], link[9], link[15], link[3], link[27]);
#endif
#endif
#if D >= 4
#if D == 4
        run node(link[12], link[13], link[14], link[8], link[4]);
#elif D == 5
        run node(link[12], link[13], link[14], link[8], link[4], link[28]);
#endif
#endif
#if D >= 4
#if D == 4
        run node(link[13], link[12], link[15], link[9], link[5]);
#elif D == 5
        run node(link[13], link[12], link[15], link[9], link[5], link[29]);
#endif
#endif
#if D >= 4
#if D == 4
        run node(link[14], link[15], link[12], link[10], link[6]);
#elif D == 5
        run node(link[14], link[15], link[12], link[10], link[6], link[30]);
#endif
#endif
#if D >= 4
#if D == 4
        run node(link[15], link[14], link[13], link[11], link[7]);
#elif D == 5
        run node(link[15], link[14], link[13], link[11], link[7], link[31]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[16], link[17], link[18], link[20], link[24], link[0]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[17], link[16], link[19], link[21], link[25], link[1]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[18], link[19], link[16], link[22], link[26], link[2]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[19], link[18], link[17], link[23], link[27], link[3]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[20], link[21], link[22], link[16], link[28], link[4]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[21], link[20], link[23], link[17], link[29], link[5]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[22], link[23], link[20], link[18], link[30], link[6]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[23], link[22], link[21], link[19], link[31], link[7]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[24], link[25], link[26], link[28], link[16], link[8]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[25], link[24], link[27], link[29], link[17], link[9]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[26], link[27], link[24], link[30], link[18], link[10]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[27], link[26], link[25], link[31], link[19], link[11]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[28], link[29], link[30], link[24], link[20], link[12]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[29], link[28], link[31], link[25], link[21], link[13]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[30], link[31], link[28], link[26], link[22], link[14]);
#endif
#endif
#if D >= 5
#if D == 5
        run node(link[31], link[30], link[29], link[27], link[23], link[15]);
#endif
#endif
    }
}

// A token ring: the station with the token may send one frame to another station's inbox; stations work between.
// expect: states=6612 edges=25433 verdict=holds
// expect[optimise=none]: states=223260 edges=1006880 verdict=holds
// expect[strategy=none,por=on]: states=65 edges=64 verdict=holds
#ifndef N
#define N 4
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

chan token[N] = [1] of { byte };
chan inbox[N] = [1] of { byte };

proctype mac(byte me; chan in, out, mail) {
    byte round;
    do
    :: in?round ->
        if
        :: round < ROUNDS * N -> mail!me; out!round + 1
        :: else ->
            if
            :: round < ROUNDS * N + N - 1 -> out!round + 1
            :: else
            fi;
            break
        fi
    od
}

proctype reader(chan mail) {
    byte frame, count, sum;
end:
    do
    :: mail?frame -> count++; sum = sum + frame; sum = sum % 8; assert(count <= ROUNDS)
    od
}

init {
    byte i;
    atomic {
        for (i : 0 .. N - 1) {
            run mac(i, token[i], token[(i + 1) % N], inbox[(i + 2) % N]);
            run reader(inbox[i])
        }
        token[0]!0
    }
}

// MSI cache coherence over an atomic bus: one writer or many readers.
// expect: states=31 edges=178 verdict=holds
// expect[optimise=none]: states=31 edges=178 verdict=holds
#define N 3
mtype:line = { I, S, M };
mtype:line state[N] = I;
bit memory_fresh = 1;
bit copy_fresh[N];

inline others_to(new) {
    k = 0;
    do
    :: k < N ->
        if
        :: k != me && state[k] == M -> memory_fresh = copy_fresh[k]; state[k] = new
        :: k != me && state[k] == S && new == I -> state[k] = I
        :: else
        fi;
        k++
    :: else -> break
    od
}

proctype cache(byte me) {
    byte k;
    do
    :: d_step {
            state[me] == I ->
            others_to(S);
            copy_fresh[me] = memory_fresh;
            state[me] = S;
            k = 0
        }
    :: d_step {
            state[me] != M ->
            others_to(I);
            for (k : 0 .. N - 1) {
                if
                :: k != me -> copy_fresh[k] = 0
                :: else
                fi
            }
            state[me] = M;
            copy_fresh[me] = 1;
            memory_fresh = 0;
            k = 0
        }
    :: atomic { state[me] == M -> state[me] = I; memory_fresh = copy_fresh[me] }
    :: atomic { state[me] == S -> state[me] = I; assert(copy_fresh[me]) }
    od
}

init {
    byte i;
    atomic {
        for (i : 0 .. N - 1) {
            run cache(i)
        }
    }
}

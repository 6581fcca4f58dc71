// Bully election: a node that misses the leader challenges all higher ones; if none of them is alive, it wins. A node may crash.
// expect: states=3097 edges=7124 verdict=holds
// expect[optimise=none]: states=3097 edges=7124 verdict=holds
#define N 3
mtype = { challenge, answer, victory };
chan box[N] = [3] of { mtype, byte };
byte boss[N] = N;
bool dead[N];

inline tell_above(what) {
    i = me + 1;
    do
    :: i < N && !dead[i] && nfull(box[i]) -> box[i]!what, me; i++
    :: i < N && dead[i] -> i++
    :: i >= N -> break
    od
}

proctype node(byte me) {
    byte i, from;
    if
    :: me == 0 -> tell_above(challenge)
    :: me == N - 1 -> dead[me] = true; goto gone
    :: true
    fi;
end_wait:
    do
    :: box[me]?challenge, from ->
        if
        :: nfull(box[from]) -> box[from]!answer, me
        :: else
        fi;
        if
        :: boss[me] == N ->
            boss[me] = me;
            tell_above(challenge)
        :: else
        fi
    :: box[me]?answer, from -> boss[me] = from
    :: box[me]?victory, from -> boss[me] = from; break
    :: timeout ->
        if
        :: boss[me] == me ->
            for (i : 0 .. me - 1) {
                if
                :: nfull(box[i]) -> box[i]!victory, me
                :: full(box[i])
                fi
            };
            break
        :: else -> break
        fi
    od;
gone:
    skip
}

init {
    atomic { run node(0); run node(1); run node(2) }
}

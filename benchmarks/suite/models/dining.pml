// Many small processes: philosophers around a table who take the left fork first; one is left-handed. Global bits only.
#ifndef N
#define N 7
#endif
bool taken[N];

proctype philosopher(byte me; byte first; byte second) {
end:
    do
    :: !taken[first] -> taken[first] = true;
       (!taken[second]) -> taken[second] = true;
       taken[second] = false;
       taken[first] = false
    od
}

init {
    byte i;
    atomic {
        do
        :: i < N - 1 -> run philosopher(i, i, i + 1); i++
        :: i == N - 1 -> run philosopher(i, 0, i); break
        od
    }
}

// Arrays: workers swap neighbours in the wrong order, concurrently and step by step, until the array is sorted.
#ifndef N
#define N 9
#endif
byte value[N];
bool busy[N];

proctype worker(byte i) {
    byte kept;
end:
    do
    :: atomic { !busy[i] && !busy[i + 1] && value[i] > value[i + 1] -> busy[i] = true; busy[i + 1] = true };
       kept = value[i];
       value[i] = value[i + 1];
       value[i + 1] = kept;
       atomic { busy[i] = false; busy[i + 1] = false; kept = 0 }
    od
}

init {
    byte i, v;
    atomic {
        do
        :: i < N - 1 -> run worker(i); i++
        :: else -> break
        od;
        i = 0;
        do
        :: i < N -> select(v : 0 .. 2); value[i] = v; i++
        :: else -> break
        od;
        i = 0; v = 0
    }
}

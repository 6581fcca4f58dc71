// CLH queue lock: waiters spin on their predecessor's cell and reuse it when they leave.
// expect: states=112834 edges=295450 verdict=holds
// expect[optimise=none]: states=167687 edges=451084 verdict=holds
#define N 3
bool locked[N + 1];
byte tail = N;
byte holders;

proctype p(byte my_cell) {
    byte pred;
    byte n;
    do
    :: n < 3 ->
        locked[my_cell] = true;
        atomic { pred = tail; tail = my_cell };
        (!locked[pred]);
        holders++;
        assert(holders == 1);
        holders--;
        locked[my_cell] = false;
        my_cell = pred;
        n++
    :: else -> break
    od
}

init {
    byte i;
    d_step { i = 0 };
    atomic {
        do
        :: i < N -> run p(i); i++
        :: else -> break
        od
    }
}

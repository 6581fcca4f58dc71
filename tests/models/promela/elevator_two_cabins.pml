// Two cabins share a queue of calls, sorted by floor; the nearest takes a call out of the middle (random receive).
// expect: states=14385 edges=42197 verdict=violated:deadlock
// expect[optimise=none]: states=17652 edges=52478 verdict=violated:deadlock
#define TOP 3
chan calls = [3] of { byte };
byte at[2];
bool busy[2];

proctype cabin(byte me) {
    byte goal;
end_idle:
    do
    :: atomic { calls??[eval(at[me])] -> calls??eval(at[me]) }
    :: atomic { empty(calls) -> busy[me] = false }; nempty(calls) /* not at an end label: idle cabins are reported */
    :: atomic { calls?goal; busy[me] = true };
        do
        :: at[me] < goal -> at[me]++
        :: at[me] > goal -> at[me]--
        :: else -> break
        od;
        assert(at[me] == goal && at[me] <= TOP)
    od
}

proctype caller() {
    byte left = 3;
    do
    :: left > 0 ->
        if
        :: calls!!0
        :: calls!!2
        :: calls!!TOP
        fi;
        left--
    :: else -> break
    od
}

init {
    atomic {
        run cabin(0);
        run cabin(1);
        run caller()
    }
}

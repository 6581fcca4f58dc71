// Vector clocks over three processes: a receive takes the maximum; causes are never later than effects.
// A node that has received enough stops reading: its predecessor may be left in an invalid end state.
// expect: states=90176 edges=231275 verdict=violated:deadlock
// expect[optimise=none]: states=90176 edges=231275 verdict=violated:deadlock
#define N 3
#define MAXE 3
typedef vector { byte t[N] };
vector clock[N];
chan mail[N] = [1] of { byte, byte, byte };

inline merge(i, x) {
    if
    :: clock[me].t[i] < x -> clock[me].t[i] = x
    :: else
    fi
}

proctype node(byte me) {
    byte to, a, b, c;
    do
    :: clock[me].t[me] < MAXE ->
        to = (me + 1) % N;
        atomic {
            nfull(mail[to]) ->
            clock[me].t[me]++;
            mail[to]!clock[me].t[0], clock[me].t[1], clock[me].t[2];
            to = 0
        }
    :: atomic {
            mail[me]?a, b, c ->
            merge(0, a);
            merge(1, b);
            merge(2, c);
            assert(clock[me].t[me] >= (me == 0 -> a : (me == 1 -> b : c)));
            a = 0;
            b = 0;
            c = 0
        }
    :: clock[me].t[me] == MAXE && empty(mail[me]) && clock[(me + N - 1) % N].t[(me + N - 1) % N] == MAXE -> break
    od;
    assert(clock[me].t[(me + 1) % N] <= clock[(me + 1) % N].t[(me + 1) % N])
}

init {
    atomic { run node(0); run node(1); run node(2) }
}

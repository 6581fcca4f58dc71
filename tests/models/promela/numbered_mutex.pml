// Processes that receive their numbers when they are started, arrays and messages that hold these numbers, and a grant that
// is 0 while it is free: a permutation of the processes must permute their numbers, too.
// expect: states=178 edges=337 verdict=holds
// expect[optimise=none]: states=178 edges=337 verdict=holds
// expect[strategy=canonical]: states=16 edges=42 verdict=holds
// expect[strategy=enumerate]: states=16 edges=42 verdict=holds
// expect[strategy=exact-markers]: states=16 edges=42 verdict=holds
#define N 4
chan asks = [2] of { byte };
bool inside[N + 1];
byte granted;

proctype user(byte id) {
    do
    :: atomic { nfull(asks) -> asks!id };
       granted == id -> inside[id] = 1;
       assert(granted == id && inside[id]);
       atomic { inside[id] = 0; granted = 0 }
    od
}

init {
    byte i, who;
    atomic { for (i : 1 .. N) { run user(i) } };
    do
    :: atomic { granted == 0 && asks?[_] -> asks?who; granted = who; who = 0 }
    od
}

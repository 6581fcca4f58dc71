// A pool hands out channels through a channel of channels; workers give them back; no data channel is ever shared.
// expect: states=41596 edges=114703 verdict=holds
// expect[optimise=none]: states=41596 edges=114703 verdict=holds
chan pool = [2] of { chan };
chan a = [1] of { byte };
chan b = [1] of { byte };
byte users;

active proctype keeper() {
    pool!a;
    pool!b
}

proctype worker(byte n) {
    chan c;
    byte x;
    byte turns = 2;
    do
    :: turns > 0 ->
        pool?c;
        users++;
        assert(users <= 2);
        c!n;
        c?x;
        assert(x == n);
        users--;
        pool!c;
        turns--
    :: else -> break
    od
}

init {
    atomic { run worker(5); run worker(6); run worker(7) }
}

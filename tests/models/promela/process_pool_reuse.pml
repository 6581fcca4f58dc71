// A pool of short-lived helpers with local channels; their numbers are reused, and pids are added and compared.
// expect: states=6655 edges=15469 verdict=holds
// expect[optimise=none]: states=6655 edges=15469 verdict=holds
pid last_started;
byte started, answers;

proctype helper(chan reply; byte n) {
    chan own = [1] of { byte };
    own!n;
    atomic { own?n; reply!n + 1 }
}

active proctype master() {
    chan replies = [2] of { byte };
    byte r;
    pid p;
    do
    :: started < 4 && _nr_pr <= 3 ->
        atomic { p = run helper(replies, started); started++; assert(p >= _pid + 1 && p <= _pid + 3) };
        last_started = p - _pid
    :: replies?r -> assert(r > 0 && r <= 4); answers++
    :: started == 4 && answers == 4 -> break
    od;
    (_nr_pr == 1);
    assert(last_started >= 1)
}

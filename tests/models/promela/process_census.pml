// The number of processes (_nr_pr), the last mover (_last), sums of pids: observers that become part of the state.
// full: run is a step that others see; SPIN merges it, and so misses the violation
// expect: states=274 edges=642 verdict=holds
// expect[optimise=none]: states=1910 edges=4710 verdict=violated:assertion
byte seen_last[4];
byte max_nr;

proctype walker(byte n) {
    do
    :: n > 0 -> n--
    :: n == 0 -> break
    od
}

init {
    pid a, b;
    a = run walker(2);
    b = run walker(1);
    assert(a + 1 == b && b == _pid + 2);
    do
    :: _last == a -> seen_last[a] = 1
    :: _last == b -> seen_last[b] = 1
    :: _nr_pr > max_nr -> max_nr = _nr_pr
    :: _nr_pr == 1 -> break
    od
}

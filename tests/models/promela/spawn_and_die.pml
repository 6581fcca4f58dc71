// Tasks are created, work and terminate; their process numbers are reused; a counter bounds the live ones.
// expect: states=24835 edges=100600 verdict=holds
// expect[optimise=none]: states=49064 edges=207906 verdict=holds
byte alive;
byte finished;

proctype task(byte depth) {
    alive++;
    assert(_pid > 0 && _pid < 8);
    if
    :: depth > 0 -> run task(depth - 1)
    :: true
    fi;
    atomic { alive--; finished++ }
}

init {
    pid p;
    byte rounds = 0;
    do
    :: rounds < 3 && _nr_pr < 4 ->
        p = run task(1);
        assert(p < 8);
        rounds++
    :: rounds == 3 -> break
    od;
    (_nr_pr == 1) -> assert(alive == 0)
}

// As plates.pml, with an assertion that fails: in the run, and in SPIN's replay, each process is at its own location.
// expect: states=101 edges=301 verdict=violated:assertion
// expect[optimise=none]: states=101 edges=301 verdict=violated:assertion
// expect[strategy=canonical]: states=34 edges=100 verdict=violated:assertion
// expect[strategy=enumerate]: states=34 edges=100 verdict=violated:assertion
// expect[strategy=exact-markers]: states=35 edges=102 verdict=violated:assertion
chan red = [1] of { pid };  chan green = [1] of { pid };
byte eating = 0;

proctype cook() {
    do
    :: atomic { nfull(red) -> red!_pid }
    :: atomic { nfull(green) -> green!_pid }
    od
}

proctype guest() {
    pid by;
    do
    :: atomic { red?by -> eating++ }; assert(full(red) || eating < 2); atomic { eating--; by = 0 }
    :: atomic { green?by -> eating++ }; assert(full(green) || eating < 2); atomic { eating--; by = 0 }
    od
}

init { atomic { run guest(); run guest(); run cook() } }

// Cooks put dishes on plates that are identical but declared one by one; guests take them. Between testing a plate and using it,
// and while a guest eats from it, a process is at a location specific to this plate: a permutation of the plates must permute
// these locations, too. A waiter is started between the guests.
// expect: states=785 edges=3194 verdict=holds
// expect[optimise=none]: states=785 edges=3194 verdict=holds
// expect[define=COOKS=2]: states=2647 edges=12705 verdict=holds
// expect[strategy=enumerate]: states=109 edges=446 verdict=holds
// expect[strategy=canonical]: states=109 edges=446 verdict=holds
// expect[strategy=segmented]: states=109 edges=446 verdict=holds
// expect[strategy=exact-markers]: states=115 edges=468 verdict=holds
// expect[define=COOKS=2,strategy=enumerate]: states=181 edges=904 verdict=holds
// expect[define=COOKS=2,strategy=canonical]: states=181 edges=904 verdict=holds
// expect[define=COOKS=2,strategy=exact-markers]: states=205 edges=1016 verdict=holds
#ifndef COOKS
#define COOKS 1
#endif

chan red = [1] of { pid };  chan green = [1] of { pid };  chan blue = [1] of { pid };
byte eating = 0;

proctype cook() {
    do
    :: atomic { nfull(red) -> red!_pid }
    :: atomic { nfull(green) -> green!_pid }
    :: atomic { nfull(blue) -> blue!_pid }
    od
}

proctype guest() {
    pid by;
    do
    :: atomic { red?by -> eating++ }; assert(full(red) || eating <= 2); atomic { eating--; by = 0 }
    :: atomic { green?by -> eating++ }; assert(full(green) || eating <= 2); atomic { eating--; by = 0 }
    :: atomic { blue?by -> eating++ }; assert(full(blue) || eating <= 2); atomic { eating--; by = 0 }
    od
}

proctype waiter() {
    do
    :: eating == 2 -> atomic { full(red) && full(green) && full(blue) -> skip }
    od
}

init {
    atomic {
        run guest(); run waiter(); run guest();
        run cook()
#if COOKS > 1
        ; run cook()
#endif
    }
}

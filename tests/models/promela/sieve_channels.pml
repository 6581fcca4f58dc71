// The sieve of Eratosthenes: each prime is a process that drops its multiples and passes the rest to the next, which it starts.
// expect: states=2961 edges=8002 verdict=holds
// expect[optimise=none]: states=2961 edges=8002 verdict=holds
// expect[strategy=none,por=on]: states=1603 edges=2430 verdict=holds
#ifndef LAST
#define LAST 11
#endif

mtype = { number, eof };
byte primes;

proctype sieve(chan in; byte prime) {
    chan out = [2] of { mtype, byte };
    byte value; bit has_next;
    do
    :: in?number(value) ->
        if
        :: value % prime == 0
        :: else ->
            if
            :: has_next -> out!number(value)
            :: else -> has_next = 1; primes++; run sieve(out, value)
            fi
        fi
    :: in?eof(_) ->
        if
        :: has_next -> out!eof(0)
        :: else
        fi;
        break
    od
}

init {
    chan first = [2] of { mtype, byte };
    byte i = 3;
    primes = 1;
    run sieve(first, 2);
    do
    :: i <= LAST -> first!number(i); i++
    :: i > LAST -> break
    od;
    first!eof(0)
}

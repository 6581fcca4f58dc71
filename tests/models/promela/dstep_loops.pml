// Whole algorithms in one step: sieve, gcd and bit counting inside d_step with loops, breaks and gotos.
// expect: states=331 edges=795 verdict=holds
// expect[optimise=none]: states=331 edges=795 verdict=holds
bool composite[10];
byte primes, g, bits;
byte input = 6;

active proctype sieve() {
    byte i, j;
    d_step {
        i = 2;
        do
        :: i < 10 ->
            if
            :: !composite[i] ->
                primes++;
                j = i + i;
                do
                :: j < 10 -> composite[j] = true; j = j + i
                :: else -> break
                od
            :: else
            fi;
            i++
        :: else -> break
        od;
        i = 0;
        j = 0
    };
    assert(primes == 4)
}

active proctype gcd() {
    byte a, b;
    do
    :: d_step {
            input > 0 -> a = input; b = 4;
again:      if
            :: a > b -> a = a - b; goto again
            :: b > a -> b = b - a; goto again
            :: else -> g = a
            fi;
            a = 0;
            b = 0
        };
        assert(input % g == 0 || input != 6)
    :: input == 0 -> break
    od
}

active proctype changer() {
    byte v;
    do
    :: input > 0 ->
        d_step {
            input--;
            v = input;
            bits = 0;
            do
            :: v != 0 -> bits = bits + (v & 1); v = v >> 1
            :: v == 0 -> break
            od
        }
    :: input == 0 -> break
    od
}

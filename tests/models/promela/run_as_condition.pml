// run as a condition among other options: new processes start while a bound of the model is not met.
// expect: states=501 edges=1351 verdict=holds
// expect[optimise=none]: states=501 edges=1351 verdict=holds
byte n;
proctype short_life(byte k) { n = n + k; n = n - k }

init {
    byte tries;
    do
    :: tries < 3 ->
        if
        :: run short_life(1) -> tries++
        :: n > 1 -> tries++
        fi
    :: tries >= 3 -> break
    od;
    run short_life(2);
    n == 0
}

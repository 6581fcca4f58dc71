// The value of run itself is tested: new processes are counted until a bound of the model (not of the tool) is met.
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
    (run short_life(2) > 0);
    n == 0
}

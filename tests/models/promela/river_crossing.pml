// Wolf, goat, cabbage and farmer cross the river; a plan exists, so the assertion that it does not is violated.
// expect: states=172 edges=244 verdict=violated:assertion
// expect[optimise=none]: states=170 edges=242 verdict=violated:assertion
bit farmer, wolf, goat, cabbage;

#define eaten ((wolf == goat && farmer != goat) || (goat == cabbage && farmer != goat))
#define all_over (farmer && wolf && goat && cabbage)

active proctype boat() {
    byte moves;
    do
    :: eaten -> break
    :: all_over -> assert(false); break
    :: !eaten && !all_over && moves < 12 ->
        atomic {
            moves++;
            if
            :: farmer = !farmer
            :: farmer == wolf -> farmer = !farmer; wolf = farmer
            :: farmer == goat -> farmer = 1 - farmer; goat = 1 - goat
            :: farmer == cabbage -> cabbage = !cabbage; farmer = cabbage
            fi
        }
    :: moves == 12 -> break
    od
}

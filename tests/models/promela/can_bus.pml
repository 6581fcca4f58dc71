// CAN bus arbitration: nodes send their identifier bit by bit, a dominant zero wins; the lowest identifier should survive.
// The bus forgets who has dropped out, so a round may never end and a wrong one may win: both errors are found.
// expect: states=1139 edges=1920 verdict=violated:assertion,violated:deadlock
// expect[optimise=none]: states=1139 edges=1920 verdict=violated:assertion,violated:deadlock
#define BITS 3
byte id[3];
bool in_race[3];
byte ready, winner = 255;
bit level;

proctype node(byte me) {
    byte b = BITS;
    in_race[me] = true;
    do
    :: b > 0 && in_race[me] ->
        b--;
        atomic { level = level & ((id[me] >> b) & 1); ready++ };
        (ready == 0);
        if
        :: ((id[me] >> b) & 1) == 1 && level == 0 -> in_race[me] = false
        :: else
        fi;
        ready = 10 + me;
        ready == 0
    :: b == 0 && in_race[me] -> winner = id[me]; break
    :: !in_race[me] -> break
    od
}

active proctype bus() {
    byte round = BITS;
    d_step { id[0] = 5; id[1] = 3; id[2] = 6 };
    run node(0);
    run node(1);
end:
    do
    :: round > 0 && ready == 2 -> level = 1; round--; ready = 0
    :: ready >= 10 -> ready = 0
    :: winner != 255 -> assert(winner == 3); break
    :: timeout -> break
    od
}

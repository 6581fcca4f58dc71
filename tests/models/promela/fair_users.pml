// Three users of one lock, and a clock: without fairness only the clock has to continue. A user that tries may be overtaken
// forever even with fairness, since the lock is free infinitely often, but not continuously. Under symmetry the first two formulas
// preserve the whole group, the last one fixes user 2, and the one before is checked without symmetry.
// expect-properties: used=violated someone=violated turns=violated last=violated
// expect-properties[fairness=weak]: used=holds someone=holds turns=violated last=violated
// expect[optimise=none]: states=864 edges=3312 verdict=holds
// expect: states=320 edges=1184 verdict=holds
#define N 3
bool wants[N], inside[N];
bool locked, tick;

active [N] proctype User() {
    bool thought;
    do
    :: thought == 0 -> thought = 1
    :: thought == 1 -> thought = 0; wants[_pid] = 1;
        atomic { !locked -> locked = 1 };
        atomic { inside[_pid] = 1; wants[_pid] = 0 };
        atomic { inside[_pid] = 0; locked = 0 }
    od
}

active proctype Clock() {
    do
    :: tick = 1 - tick
    od
}

ltl used { []<> locked }
ltl someone { []<> (inside[0] || inside[1] || inside[2]) }
ltl turns { [] ((wants[0] -> <> inside[0]) && (wants[1] -> <> inside[1]) && (wants[2] -> <> inside[2])) }
ltl last { [] (wants[2] -> <> inside[2]) }

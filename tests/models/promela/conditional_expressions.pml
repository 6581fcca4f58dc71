// Clamping controllers written with conditional expressions, nested and as arguments.
// expect: states=736 edges=2056 verdict=holds
// expect[optimise=none]: states=1364 edges=3841 verdict=holds
#define clamp(x, lo, hi) ((x) < (lo) -> (lo) : ((x) > (hi) -> (hi) : (x)))
short temperature = 20;
bool heating, cooling;
chan log_q = [2] of { short, bool };

active proctype plant() {
    do
    :: heating -> temperature = clamp(temperature + 3, -2, 30)
    :: cooling -> temperature = clamp(temperature - 4, -2, 30)
    :: temperature = (temperature > 15 -> temperature - 1 : temperature + 1)
    od
}

active proctype controller() {
    do
    :: heating = (temperature < 10 -> 1 : 0);
        cooling = (temperature > 24 -> true : false);
        assert(!(heating && cooling));
        log_q!(heating -> temperature : -temperature), (cooling -> 1 : 0)
    od
}

active proctype logger() {
    short t;
    do
    :: log_q?t, _ -> t = 0
    od
}

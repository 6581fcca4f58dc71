// Non-progress by hand: a never claim with np_, and progress labels in a process; another claim-only variable use.
// expect: states=54 edges=109 verdict=holds
// expect[optimise=none]: states=54 edges=109 verdict=holds
byte x;
bool flag;

active proctype a() {
    do
    :: x < 3 -> x++
    :: x > 1 ->
progress:
        x = 0
    od
}

active proctype b() {
    do
    :: flag = !flag
    :: x == 3 -> flag = false; break
    od
}

never {
    do
    :: true
    :: np_ && flag -> break
    od;
accept:
    do
    :: np_
    od
}

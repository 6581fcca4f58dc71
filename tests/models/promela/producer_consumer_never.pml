// Producer and consumer with a never claim, an accept label and progress labels; safety alone is compared.
// expect: states=108 edges=186 verdict=holds
// expect[optimise=none]: states=108 edges=186 verdict=holds
chan buf = [2] of { byte };
byte made, eaten;

active proctype producer() {
progress_make:
    do
    :: made < 200 - 198 + eaten -> buf!made; made = (made + 1) % 4
    :: made > 3 -> break
    od
}

active proctype consumer() {
    byte x;
accept_eat:
    do
    :: buf?x -> eaten = (x + 1) % 4; assert(x < 4)
    od
}

never {
    do
    :: true
    :: made == 3 && eaten == 0 -> goto accept_full
    od;
accept_full:
    do
    :: made == 3
    od
}

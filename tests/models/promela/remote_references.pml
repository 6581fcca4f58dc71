// A watchdog observes others' labels and local variables (P[i]@label, P[i]:variable).
// expect: states=2940 edges=8976 verdict=holds
// expect[optimise=none]: states=5700 edges=17284 verdict=holds
byte shared_x;

active [2] proctype worker() {
    byte i;
again:
    if
    :: i < 3 -> i++
    :: i > 0 -> i = 0
    fi;
critical:
    shared_x = i;
    goto again
}

active proctype watchdog() {
    byte seen;
    do
    :: worker[0]@critical && worker[1]@critical -> seen = seen | 1
    :: worker[0]:i == 3 && worker[1]:i == 3 -> seen = seen | 2
    :: seen == 3 -> break
    od;
    assert(worker[0]:i <= 3)
}

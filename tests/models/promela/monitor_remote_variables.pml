// Local counters of two processes of different kinds are compared by a monitor from outside, in an expression.
// expect: states=27 edges=46 verdict=holds
// expect[optimise=none]: states=27 edges=46 verdict=holds
proctype giver() {
    byte given;
    do
    :: given < 4 -> given++
    :: given == 4 -> break
    od;
wait_here:
    false
}

proctype taker() {
    short taken_n;
    do
    :: giver[0]:given > taken_n -> taken_n++
    :: taken_n == 4 -> break
    od;
end_wait:
    false
}

active proctype monitor() {
    run giver();
    run taker();
    do
    :: giver[1]:given >= 2 && taker[2]:taken_n <= 2 -> assert(giver[1]:given <= 4)
    :: taker[2]:taken_n == giver[1]:given && giver[1]@wait_here -> break
    od
}

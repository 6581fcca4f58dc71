// A binary tree with the root 1 and the children 2 * i and 2 * i + 1 of i: the parent of i is i / 2.
// expect: states=289 edges=1537 verdict=holds
// expect[optimise=none]: states=289 edges=1537 verdict=holds
// expect[strategy=canonical]: states=91 edges=481 verdict=holds
// expect[strategy=enumerate]: states=91 edges=481 verdict=holds
// expect[strategy=exact-markers]: states=91 edges=481 verdict=holds
byte state[8];

proctype node(byte me) {
    do
    :: atomic { state[me] == 0 && state[me / 2] != 1 -> state[me] = 1 }
    :: atomic { state[me] == 1 -> state[me / 2] = 2; state[me] = 0 }
    :: atomic { state[me] == 2 -> state[me] = 0 }
    od
}

init {
    byte i;
    atomic { for (i : 2 .. 7) { run node(i) } }
}

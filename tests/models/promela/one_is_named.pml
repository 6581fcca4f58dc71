// Workers draw lots; the claim is wrong of worker 2 alone. If all workers were taken for interchangeable, the one who
// draws could always be called 1, and the error would be missed: the claim has to take worker 2 out of the symmetry.
// expect: states=82 edges=132 verdict=violated:assertion
// expect[optimise=none]: states=82 edges=132 verdict=violated:assertion
// expect[strategy=canonical]: states=19 edges=27
// expect[strategy=enumerate]: states=19 edges=27
pid winner = 0;
byte drawn = 0;

proctype worker() {
    atomic { winner == 0 -> winner = _pid; drawn++ };
    atomic { assert(winner != 2); winner = 0 }
}

init {
    atomic { run worker(); run worker(); run worker(); run worker() }
}

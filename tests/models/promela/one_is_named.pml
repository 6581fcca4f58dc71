// Workers draw lots; the claim is false only for worker 2. If all workers were considered interchangeable, the one who
// draws could always be called 1, and the error would be missed: the claim must make worker 2 a fixed point.
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

// Two statements of an atomic sequence are one step of the searched model, where symmetry is looked for; the run that
// was shown for a formula was taken for none of the model's.
// expect-properties: again=violated
// expect-properties[fairness=weak]: again=violated
// expect[optimise=none]: states=32 edges=104 verdict=holds
// expect: states=32 edges=104 verdict=holds
byte c[3];
bit h;
active [2] proctype P() {
    do
    :: atomic { h == 0 -> skip }
    :: c[_pid] == 0 -> c[_pid] = 2
    :: c[_pid] == 2 && h == 1 -> c[_pid] = 0
    od
}
active proctype Q() {
    do
    :: h = 1 - h
    od
}
ltl again { []<> (c[0] + c[1] == 0) }

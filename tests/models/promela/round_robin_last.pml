// Fair turns by testing who moved last: a process may not move twice in a row while the other is in the loop.
// expect: states=243 edges=394 verdict=violated:assertion
// expect[optimise=none]: states=243 edges=394 verdict=violated:assertion
byte count[2];
bool inloop[2];

active [2] proctype p() {
    inloop[_pid] = true;
    do
    :: count[_pid] < 3 && (_last != _pid || !inloop[1 - _pid]) -> count[_pid]++
    :: count[_pid] == 3 -> break
    :: timeout -> goto stuck
    od;
stuck:
    inloop[_pid] = false;
    assert(count[0] < 3 || count[1] > 0)
}

// A lost update: two clerks add to a shared sum without a lock; the assertions fail on some paths, and the search continues.
// expect: states=1332 edges=2410 verdict=violated:assertion
// expect[optimise=none]: states=1332 edges=2410 verdict=violated:assertion
byte sum;
bool over[2];

active [2] proctype clerk() {
    byte mine, n;
    do
    :: n < 2 -> mine = sum; mine++; sum = mine; n++
    :: else -> break
    od;
    over[_pid] = true;
    assert(sum >= 2);
    if
    :: over[0] && over[1] -> assert(sum == 4); sum = 0
    :: else
    fi
}

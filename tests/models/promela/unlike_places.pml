// Options that look alike at first: two flags whose locations are interchangeable, a third that is also counted, and one whose
// location is a valid end. Only the two flags, and the processes, may be permuted.
// expect: states=237 edges=600 verdict=holds
// expect[optimise=none]: states=237 edges=600 verdict=holds
// expect[strategy=canonical]: states=81 edges=222 verdict=holds
// expect[strategy=enumerate]: states=81 edges=222 verdict=holds
// expect[strategy=exact-markers]: states=81 edges=222 verdict=holds
bool one, two, third, last;
byte count = 0;

active [2] proctype user() {
    do
    :: atomic { !one -> one = true }; assert(one); one = false
    :: atomic { !two -> two = true }; assert(two); two = false
    :: atomic { !third -> third = true }; assert(third); count = (count + 1) % 3; third = false
    :: atomic { !last -> last = true }; assert(last || count < 3); end: last = false
    od
}

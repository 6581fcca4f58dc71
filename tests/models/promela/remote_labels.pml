// Mutual exclusion by testing the other's control location; wrong, since testing and entering are two steps.
// expect: states=421 edges=770 verdict=violated:assertion
// expect[optimise=none]: states=421 edges=770 verdict=violated:assertion
byte inside;

active proctype left() {
    byte n;
    do
    :: n < 3 ->
want:   inside == 0;
cs:     inside++;
        assert(inside == 1);
        inside--;
        n++
    :: else -> break
    od
}

active proctype right() {
    byte n;
    do
    :: n < 3 ->
        if
        :: !left@cs && !left@want
        :: left[0]@want && n > 0
        fi;
        inside++;
        assert(inside == 1);
        inside--;
        n++
    :: else -> break
    od
}

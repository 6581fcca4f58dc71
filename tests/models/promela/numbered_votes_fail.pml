// Numbers from 1 on in variables, messages and indices; 0 means none. Two voters may both read the vote of the third, and a
// counterexample must show the numbers of the model.
// expect: states=281 edges=1849 verdict=violated:assertion
// expect[optimise=none]: states=281 edges=1849 verdict=violated:assertion
// expect[strategy=canonical]: states=97 edges=629 verdict=violated:assertion
// expect[strategy=enumerate]: states=97 edges=629 verdict=violated:assertion
// expect[strategy=exact-markers]: states=97 edges=629 verdict=violated:assertion
#define N 3
chan box[N + 1] = [1] of { byte };
byte leader[N + 1];

proctype voter(byte id) {
    byte from;
    do
    :: atomic { empty(box[id % N + 1]) -> box[id % N + 1]!id }
    :: atomic { box[id]?from -> leader[id] = from; from = 0 }
    :: atomic { leader[id] != 0 && leader[leader[id]] == id -> assert(false) }
    :: atomic { leader[id] != 0 && leader[id % N + 1] != 0 -> leader[id] = leader[id % N + 1] }
    od
}

init { atomic { run voter(1); run voter(2); run voter(3) } }

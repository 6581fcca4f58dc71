// Nodes of a cube that compute their neighbours by flipping one bit of their number: 48 symmetries.
// expect: states=177 edges=472 verdict=violated:deadlock
// expect[optimise=none]: states=177 edges=472 verdict=violated:deadlock
// expect[strategy=canonical]: states=18 edges=51 verdict=violated:deadlock
// expect[strategy=enumerate]: states=18 edges=51 verdict=violated:deadlock
// expect[strategy=exact-markers]: states=18 edges=51 verdict=violated:deadlock
byte marked[8];

active [8] proctype node() {
    do
    :: atomic { !marked[_pid] && !marked[_pid ^ 1] && !marked[_pid ^ 2] && !marked[_pid ^ 4] -> marked[_pid] = 1 }
    :: atomic { marked[_pid] == 1 -> marked[_pid] = 2 }
    :: atomic { marked[_pid] == 2 && marked[_pid ^ 7] == 2 -> marked[_pid] = 0 }
    od
}

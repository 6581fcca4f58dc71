// A scheduler that tests whether another process could move (enabled) and where it is (pc_value).
// expect: states=65 edges=104 verdict=violated:deadlock
// expect[optimise=none]: states=65 edges=104 verdict=violated:deadlock
byte x;

active proctype worker() {
    do
    :: x > 0 -> x--
    :: x > 3 -> break
    od
}

active proctype feeder() {
    do
    :: x < 4 && !enabled(0) -> x = x + 2
    :: x < 6 && enabled(0) && pc_value(0) != 99 -> x++
    :: x == 6 -> break
    od
}

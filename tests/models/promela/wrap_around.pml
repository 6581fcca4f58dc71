// Serial-number arithmetic on bytes: comparison by difference remains correct across the wrap from 255 to 0.
// expect: states=594 edges=1069 verdict=holds
// expect[optimise=none]: states=616 edges=1108 verdict=holds
byte newest = 253, oldest = 253;
bool overtaken;

active proctype producer() {
    byte n;
    do
    :: newest - oldest < 3 && newest >= oldest && n < 6 -> newest++; n++
    :: newest < oldest && 256 + newest - oldest < 3 && n < 6 -> newest++; n++
    :: n == 6 -> break
    od
}

active proctype consumer() {
    short gap;
    byte m;
    do
    :: newest != oldest ->
        gap = newest - oldest;
        overtaken = (gap < 0 -> true : false);
        assert(gap > -256 && gap < 256);
        oldest++;
        m++
    :: m >= 6 -> break
    od;
    assert(oldest == 3)
}

// A bounded buffer with a missing bounds check: the index leaves the array.
// expect[optimise=none]: states=571 edges=1060 verdict=violated:safety
// expect: states=571 edges=1060 verdict=violated:safety
byte buf[3];
byte n;
byte taken;

active proctype put() {
    do
    :: n < 4 -> buf[n] = 1; n++
    :: n >= 4 -> break
    od
}

active proctype get() {
    byte i;
    do
    :: n > 0 -> n--; i = buf[n]; taken = (taken + i) % 4
    :: taken > 2 -> break
    od
}

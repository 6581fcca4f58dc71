// expect: states=8 edges=10 verdict=violated:safety
// A guard that cannot be evaluated ends the path within d_step, too: neither a later option nor `else` is taken.
byte a[2];
byte i = 5;
byte g;
active proctype P() {
  g = 1;
  d_step {
    g = 2;
    if
    :: a[i] == 1 -> g = 7
    :: i == 5 -> g = 2
    :: else -> g = 3
    fi
  };
  g = 4
}
active proctype Q() { skip; skip }

// expect: states=8 edges=10 verdict=violated:safety
// A poll of a rendezvous channel that is reached ends the path within d_step, too: neither a later option nor `else` is taken.
chan c = [0] of { byte };
byte i = 5;
byte g;
active proctype P() {
  g = 1;
  d_step {
    g = 2;
    if
    :: c?[1] -> g = 7
    :: i == 5 -> g = 2
    :: else -> g = 3
    fi
  };
  g = 4
}
active proctype Q() { skip; skip }

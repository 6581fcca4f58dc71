// expect: states=5 edges=4 verdict=violated:safety
// expect[optimise=none]: states=5 edges=4 verdict=violated:safety
// SPIN computes what an offer would send whether or not somebody receives it: here nobody does.
chan c = [0] of { byte, byte };
byte a[2] = 1;
byte i;
active proctype P() {
  i = 2;
  if
  :: c!0, a[i]
  :: c!0, a[a[0] + i]
  :: i == 2 -> i = 0
  fi
}

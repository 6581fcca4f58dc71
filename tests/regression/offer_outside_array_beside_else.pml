// expect: states=21 edges=25 verdict=violated:assertion,violated:safety
// expect[optimise=none]: states=21 edges=25 verdict=violated:assertion,violated:safety
// An offer with such an index stands: neither it nor the `else` beside it is taken, and no timeout is.
chan c = [0] of { byte };
byte i;
byte a[2];
active proctype P() {
  i = 2;
  if
  :: c!a[i]
  :: else -> i = 0
  fi;
  assert(false)
}
active proctype Q() { skip; i = 1; skip }
active proctype T() { timeout -> i = 3 }

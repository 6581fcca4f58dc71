// expect: states=8 edges=7 verdict=violated:safety
// expect[optimise=none]: states=8 edges=7 verdict=violated:safety
// Of a rendezvous channel in an array the index is computed whenever the statement is tried, and where it is assigned.
chan c[2] = [0] of { byte };
chan f = [0] of { byte };
chan d;
byte i;
active proctype P() {
  byte x;
  i = 2;
  if
  :: d = c[i]
  :: c[i + 1]!1
  :: c[i + i]?x
  :: skip
  fi;
  i = 0;
  d = f;
  d!2
}
active proctype Q() {
  byte x;
  if
  :: f?x
  :: c[i]?x
  fi
}

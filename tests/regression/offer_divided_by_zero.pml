// expect: states=5 edges=4 verdict=violated:safety
// SPIN's verifier is brought down by what this offers, although nobody receives it.
chan c = [0] of { byte };
byte i;
active proctype P() {
  i = 2;
  if
  :: c!6 / (i - 2)
  :: i == 2 -> i = 0
  fi
}

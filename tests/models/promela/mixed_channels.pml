// Variables that hold channels and other numbers: the channels have the numbers that SPIN assigns, local and
// rendezvous channels among them.
// expect: states=41 edges=72 verdict=violated:deadlock
chan g = [0] of { byte, byte };
chan h = [1] of { byte };

proctype asker(byte k) {
  chan mine = [1] of { byte };
  chan two[2] = [0] of { byte, byte };
  byte x;
  if
  :: k == 0 -> g!mine, k + 1
  :: k == 1 -> g!k, mine
  fi;
  mine?x;
  h?x
}

proctype answerer(chan c) {
  c!c;
  h!c + 1
}

init {
  byte a, b;
  atomic { run asker(0); run asker(1) };
  do
  :: g?a, b ->
     if
     :: a > 3 -> run answerer(a)
     :: b > 3 -> run answerer(b)
     fi
  od
}

// A process for each level of a recursion, more than a hundred at once: the search makes room for them as it runs.
// expect: states=22750 edges=44771 verdict=holds
proctype deeper(short n; chan up) {
  chan below = [1] of { short };
  short got;
  if
  :: n == 0 -> got = 1
  :: else -> run deeper(n - 1, below); below?got; got++
  fi;
  up!got
}
init { chan c = [1] of { short }; short r; run deeper(120, c); c?r; assert(r == 121) }

// expect: states=56 edges=76 verdict=violated:deadlock
// Processes that start in any order have no channels of their own: the numbers of the global ones are known.
chan held = [0] of { chan };
chan first = [1] of { byte };
chan second = [1] of { byte };
byte seen;

proctype Left() {
   first!1;
   if
   :: len(first) == 1 && seen == second -> seen = 1
   :: second?seen
   fi
}

proctype Right() {
   second!2;
   if
   :: first?seen
   :: seen == 2 -> held!first
   fi
}

proctype Middle(bit p) {
   chan c = second;
   if
   :: held?c -> c!3
   :: seen == 1 -> seen = c
   fi
}

init {
   run Left();
   run Right();
   run Middle(0)
}

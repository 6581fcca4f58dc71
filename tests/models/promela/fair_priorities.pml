// A process that one of higher priority keeps from moving is not enabled, so a fair run need not give it a turn. `pan -a -f`
// does not see that here (it does with -DREVERSE, which goes through the processes in the other order).
// expect-properties[fairness=weak]: moved=violated either=holds
// expect-properties: moved=violated either=holds
// expect: states=12 edges=14 verdict=holds
byte x;

proctype High() { do :: x = (x + 1) % 2 od }
proctype Low() { x = 5 }
init {
    run Low() priority 1;
    run High() priority 2
}

ltl moved { <> (x == 5) }
ltl either { [] (x < 2 || x == 5) }

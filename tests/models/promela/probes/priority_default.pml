// Without a priority: 1. set_priority for another process, and for one that has terminated.
// differs: SPIN's search does not restore a priority that set_priority gave to a process that has terminated
// expect: verdict=holds
byte g; active proctype A(){ g=1; g=get_priority(1); set_priority(1,5); g=2 } active proctype B(){ g=3; g=_priority; g=4 }

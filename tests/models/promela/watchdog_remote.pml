// A watchdog reads the counters and the locations of two workers (remote references), and recovers a stuck one at timeout.
// expect[optimise=none]: states=1424 edges=3243 verdict=holds
// expect: states=1424 edges=3243 verdict=holds
byte resets[2];
bool jammed[2];
bool stop;

active [2] proctype worker() {
    byte beats = 0;
    do
    :: beats < 2 && !jammed[_pid] -> beats++;
        if
        :: jammed[_pid] = true
        :: skip
        fi
    :: jammed[_pid] == false && beats == 2 -> goto rest
    :: stop -> break
    od;
aborted:
    goto final;
rest:
    stop;
final:
    skip
}

active proctype watchdog() {
    byte seen;
    do
    :: d_step { timeout -> seen = 0; select_stuck:
           if
           :: jammed[0] -> jammed[0] = false; resets[0]++
           :: else -> if :: jammed[1] -> jammed[1] = false; resets[1]++ :: else fi
           fi }
    :: worker[0]:beats > seen -> seen = worker[0]:beats
    :: worker[0]@rest && worker[1]@rest -> stop = true; break
    :: resets[0] + resets[1] > 2 -> stop = true; break
    od;
    assert(worker[0]:beats + worker[1]:beats <= 4);
    assert(!worker[1]@aborted || resets[0] + resets[1] > 2 || stop)
}

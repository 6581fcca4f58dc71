// A system in run mode and in maintenance mode; some processes are provided for one of them only.
// expect: states=658 edges=1220 verdict=violated:assertion,violated:deadlock
// expect[optimise=none]: states=658 edges=1220 verdict=violated:assertion,violated:deadlock
mtype:mode = { run_mode, maintenance, off };
mtype:mode m = run_mode;
byte jobs = 3, repaired;

proctype producer() provided (m == run_mode) {
    byte local_jobs;
    do
    :: jobs > 0 -> jobs--; local_jobs++
    :: jobs == 0 -> break
    od;
    assert(local_jobs <= 3)
}

proctype repair() provided (m == maintenance) {
    do
    :: repaired < 2 -> repaired++; jobs = jobs + repaired % 2
    :: repaired == 2 -> break
    od
}

active proctype operator() {
    run producer();
    run repair();
    do
    :: m == run_mode -> m = maintenance
    :: m == maintenance -> m = run_mode
    :: jobs == 0 && repaired == 2 -> m = off; break
    od
}

// Shared arrays and a controller: passengers call a lift from their floors and ride; the lift sweeps up and down.
#ifndef FLOORS
#define FLOORS 4
#endif
#ifndef PEOPLE
#define PEOPLE 2
#endif
bool call[FLOORS];
bool stop[FLOORS];
byte at;
bool open;

active proctype lift() {
    bool up = true;
    do
    :: d_step { !open && (call[at] || stop[at]) -> open = true; call[at] = false; stop[at] = false }
    :: open -> open = false
    :: d_step { !open && up && at < FLOORS - 1 -> at++ }
    :: d_step { !open && up && at == FLOORS - 1 -> up = false }
    :: d_step { !open && !up && at > 0 -> at-- }
    :: d_step { !open && !up && at == 0 -> up = true }
    od
}

active [PEOPLE] proctype person() {
    byte floor, goal;
    floor = (_pid - 1) % FLOORS;
    do
    :: select(goal : 0 .. (FLOORS - 1));
       if
       :: goal == floor
       :: else ->
          call[floor] = true;
          (open && at == floor);
          stop[goal] = true;
          (open && at == goal);
          floor = goal
       fi;
       goal = 0
    od
}

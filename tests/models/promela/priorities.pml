// Processes with priorities: the urgent one runs first; a boost by set_priority lets the patient one finish.
// differs: SPIN's search does not restore a priority that set_priority gave to a process that has terminated
// expect: verdict=holds
byte log_of, boosts;

active proctype urgent() priority 5 {
    byte i;
    do
    :: i < 2 -> i++; log_of = (log_of * 2 + 1) % 16
    :: else -> break
    od;
    set_priority(_pid, 1)
}

active [2] proctype normal() priority 3 {
    byte i;
    do
    :: i < 2 -> i++; log_of = (log_of * 2) % 16
    :: i == 1 && boosts == 0 -> boosts++; set_priority(3, 4)
    :: else -> break
    od;
    assert(get_priority(_pid) == _priority)
}

active proctype patient() priority 2 {
    log_of = 9;
    log_of = _priority;
    assert(log_of == 2 || log_of == 4)
}

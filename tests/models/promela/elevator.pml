// An elevator for four floors: calls as bits of an array, the cabin sweeps up and down, doors guard the motor.
// expect: states=42116 edges=98604 verdict=holds
// expect[optimise=none]: states=53732 edges=122604 verdict=holds
#define FLOORS 4
bool call[FLOORS];
bool open_door;
byte floor;
bool up = true;
short load;

#define above (floor < 3 && (call[3] || (floor < 2 && call[2]) || (floor < 1 && call[1])))
#define below (floor > 0 && (call[0] || (floor > 1 && call[1]) || (floor > 2 && call[2])))

active proctype cabin() {
    do
    :: call[floor] ->
        open_door = true;
        call[floor] = false;
        if
        :: load < 2 -> load++
        :: load > -1 -> load--
        fi;
        open_door = false
    :: !call[floor] && up && above -> assert(!open_door); floor++
    :: !call[floor] && !up && below -> assert(!open_door); floor--
    :: !call[floor] && up && !above -> up = false
    :: !call[floor] && !up && !below -> up = true
    od
}

active proctype people() {
    byte f;
    do
    :: select (f : 0 .. FLOORS - 1);
        call[f] = true
    od
}

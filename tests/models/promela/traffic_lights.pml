// Traffic lights at a crossing with a pedestrian button; all red between phases; never two greens.
// expect: states=90 edges=166 verdict=holds
// expect[optimise=none]: states=90 edges=166 verdict=holds
mtype:light = { red, yellow, green };
mtype:light ns = red, ew = red, walk = red;
bool button, emergency;

#define safe (!(ns == green && ew == green) && !(walk == green && (ns == green || ew == green)))

active proctype control() {
    do
    :: ns = green; assert(safe);
        if
        :: emergency -> ns = red; emergency = false
        :: !emergency -> ns = yellow; ns = red
        fi;
        if
        :: atomic { button -> walk = green; button = false }; assert(safe); walk = red
        :: !button
        fi;
        ew = green;
        assert(safe);
        ew = yellow;
        ew = red
    od
}

active proctype street() {
    do
    :: !button -> button = true
    :: !emergency && !button -> emergency = true
    od
}

ltl walkers_get_green { [] (button -> <> (walk == green)) }
ltl never_two { [] safe }

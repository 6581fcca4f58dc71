// A phone: the talk can be ended by a hang-up message (receive as the escape), by the peer or by the line.
// expect: states=65 edges=86 verdict=holds
// expect[optimise=none]: states=65 edges=86 verdict=holds
mtype = { ring, pickup, hangup, busy };
chan line = [1] of { mtype };
chan back = [1] of { mtype };
byte calls;

active proctype caller() {
    byte n;
idle:
    n++;
    if
    :: n > 3 -> goto stop
    :: else
    fi;
    line!ring;
    {
        do
        :: back?pickup -> calls++
        :: back?busy -> goto idle
        :: calls > 0 -> line!hangup; calls = 0; break
        od
    } unless { back?hangup -> calls = 0 }
    goto idle;
stop:
    skip
}

active proctype callee() {
end_on_hook:
    do
    :: line?ring ->
        {
            if
            :: back!pickup
            :: back!busy; goto end_on_hook
            fi;
            back!hangup
        } unless { line?hangup }
    :: line?hangup
    od
}

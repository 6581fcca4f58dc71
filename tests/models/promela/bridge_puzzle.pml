// Four people cross a bridge at night with one torch, two at a time; the assertion denies a plan within the time.
// expect: states=1051 edges=1275 verdict=violated:assertion
// expect[optimise=none]: states=1051 edges=1275 verdict=violated:assertion
#ifndef LIMIT
#define LIMIT 60
#endif
bool over[4];
byte cost[4];
byte time_used;
bool torch_over;

#define slower(a, b) (cost[a] > cost[b] -> cost[a] : cost[b])

active proctype people() {
    byte a, b;
    d_step { cost[0] = 5; cost[1] = 10; cost[2] = 20; cost[3] = 25 };
    do
    :: !torch_over ->
        select (a : 0 .. 2);
        select (b : 1 .. 3);
        if
        :: atomic {
                a < b && !over[a] && !over[b] && time_used + slower(a, b) <= LIMIT ->
                over[a] = true;
                over[b] = true;
                time_used = time_used + slower(a, b);
                torch_over = true;
                a = 0;
                b = 0
            }
        :: else -> goto stuck
        fi
    :: torch_over && !(over[0] && over[1] && over[2] && over[3]) ->
        select (a : 0 .. 3);
        if
        :: d_step { over[a] && time_used + cost[a] <= LIMIT -> over[a] = false; time_used = time_used + cost[a]; torch_over = false; a = 0 }
        :: else -> goto stuck
        fi
    :: over[0] && over[1] && over[2] && over[3] ->
        assert(time_used > LIMIT);
        break
    od;
stuck:
    skip
}

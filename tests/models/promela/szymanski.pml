// Szymanski's mutual exclusion (waiting room with a door), each test of all flags as one step; checked for three.
// expect: states=1125 edges=2604 verdict=holds
// expect[optimise=none]: states=1125 edges=2604 verdict=holds
#define N 3
byte flag[N];
byte cs;

#define other1 flag[(_pid + 1) % N]
#define other2 flag[(_pid + 2) % N]

active [N] proctype p() {
    do
    :: flag[_pid] = 1;
        (other1 < 3 && other2 < 3);
        flag[_pid] = 3;
        if
        :: other1 == 1 || other2 == 1 ->
            flag[_pid] = 2;
            (other1 == 4 || other2 == 4)
        :: else
        fi;
        flag[_pid] = 4;
        if
        :: _pid == 0
        :: _pid == 1 -> flag[0] < 2
        :: _pid == 2 -> flag[0] < 2 && flag[1] < 2
        fi;
        cs++;
        assert(cs == 1);
        cs--;
        if
        :: _pid == 2
        :: _pid == 1 -> flag[2] < 2 || flag[2] > 3
        :: _pid == 0 -> (flag[1] < 2 || flag[1] > 3) && (flag[2] < 2 || flag[2] > 3)
        fi;
        flag[_pid] = 0
    od
}

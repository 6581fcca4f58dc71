// Gossip: four people, one secret each, calls merge what both know; stops when all know everything.
// expect: states=99927 edges=404229 verdict=holds
// expect[optimise=none]: states=99927 edges=404229 verdict=holds
#define N 4
byte knows[N];
byte calls;

#define everything ((1 << N) - 1)
#define done_talking (knows[0] == everything && knows[1] == everything && knows[2] == everything && knows[3] == everything)

proctype person(byte me) {
    byte other;
end:
    do
    :: knows[me] != everything && calls < 6 ->
        if
        :: other = (me + 1) % N
        :: other = (me + 2) % N
        fi;
        d_step {
            knows[me] = knows[me] | knows[other];
            knows[other] = knows[me];
            calls++;
            other = 0
        }
    :: done_talking -> assert(calls >= 4); break
    od
}

init {
    byte i;
    atomic {
        for (i : 0 .. N - 1) { knows[i] = 1 << i; run person(i) }
    }
}

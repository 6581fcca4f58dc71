// Raft's election for three servers and terms up to two: at most one leader in each term.
// expect: states=1959 edges=5179 verdict=holds
// expect[optimise=none]: states=1959 edges=5179 verdict=holds
#define N 3
#define TERMS 2
mtype:role = { follower, candidate, leader };
typedef server { byte term; byte voted; mtype:role role; byte votes };
server s[N];
chan req[N] = [2] of { byte, byte };
chan rep[N] = [2] of { byte };
byte leader_of[TERMS + 1];

proctype node(byte me) {
    byte k, t, who;
end:
    do
    :: s[me].term < TERMS && s[me].role != leader && me < 2 ->
        atomic {
            s[me].term++;
            s[me].role = candidate;
            s[me].voted = me + 1;
            s[me].votes = 1;
            k = 0;
            do
            :: k < N && k != me ->
                if
                :: nfull(req[k]) -> req[k]!s[me].term, me
                :: full(req[k])
                fi;
                k++
            :: k == me -> k++
            :: k >= N -> break
            od;
            k = 0
        }
    :: atomic {
            req[me]?t, who ->
            if
            :: t > s[me].term -> s[me].term = t; s[me].role = follower; s[me].voted = 0
            :: else
            fi;
            if
            :: t == s[me].term && (s[me].voted == 0 || s[me].voted == who + 1) && nfull(rep[who]) ->
                s[me].voted = who + 1;
                rep[who]!t
            :: else
            fi;
            t = 0;
            who = 0
        }
    :: atomic {
            rep[me]?t ->
            if
            :: t == s[me].term && s[me].role == candidate ->
                s[me].votes++;
                if
                :: s[me].votes > N / 2 ->
                    s[me].role = leader;
                    assert(leader_of[t] == 0);
                    leader_of[t] = me + 1
                :: else
                fi
            :: else
            fi;
            t = 0
        }
    od
}

init {
    byte i;
    atomic {
        for (i : 0 .. N - 1) { s[i].role = follower; run node(i) }
    }
}

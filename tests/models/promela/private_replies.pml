// Clients send the channel for the answer along with the request; two servers take the requests in turn.
// expect: states=16470 edges=46413 verdict=holds
// expect[optimise=none]: states=21346 edges=60809 verdict=holds
// expect[strategy=none,por=on]: states=8876 edges=14973 verdict=holds
#ifndef CLIENTS
#define CLIENTS 3
#endif

chan requests = [2] of { chan, byte };

active [2] proctype server() {
    chan reply;
    byte question;
end:
    do
    :: requests?reply,question -> reply!question + 1
    od
}

active [CLIENTS] proctype client() {
    chan mine = [1] of { byte };
    byte answer, sum;
    requests!mine,_pid;
    mine?answer;
    assert(answer == _pid + 1);
    sum = answer;
    requests!mine,sum;
    mine?answer;
    assert(answer == sum + 1)
}

// A service starts a worker per job; the worker gets the client's private reply channel in a message, and a cancellation
// (unless over a block with an atomic part) ends it wherever it is. Channels of channels, processes that come and go.
// expect[optimise=none]: states=4857 edges=12998 verdict=holds
// expect: states=4787 edges=12908 verdict=holds
chan requests = [2] of { chan, byte };
chan cancels = [1] of { byte };
byte served, dropped;

proctype worker(chan reply; byte job) {
    byte progress;
    {
        do
        :: progress < job -> progress++
        :: else -> break
        od;
        atomic { reply!job, true -> served++ }
    } unless {
        atomic { cancels??eval(job) -> dropped++; reply!job, false }
    }
}

active proctype service() {
    chan customer;
    byte job;
end:
    do
    :: requests?customer, job ->
        atomic { _nr_pr < 7 -> run worker(customer, job) }
    od
}

active [2] proctype client() {
    chan answers = [1] of { byte, bool };
    byte job;
    bool good;
    requests!answers, _pid;
    if
    :: cancels!_pid
    :: skip
    fi;
    answers?job, good;
    assert(job == _pid);
    if
    :: !good && cancels??[eval(job)] -> cancels??eval(job)
    :: else
    fi
}

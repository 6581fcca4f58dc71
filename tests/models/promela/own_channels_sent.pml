// Clients that send their own channels with their requests: each channel belongs to a process, and is permuted with it.
// expect: states=277 edges=717 verdict=holds
// expect[optimise=none]: states=496 edges=1350 verdict=holds
// expect[strategy=canonical]: states=55 edges=146 verdict=holds
// expect[strategy=enumerate]: states=55 edges=146 verdict=holds
// expect[strategy=exact-markers]: states=55 edges=146 verdict=holds
chan requests = [2] of { chan, bit };

active [3] proctype client() {
    chan answers = [1] of { bit };
    bit x;
    do
    :: requests!answers, 1;
       answers?x;
       assert(x);
       x = 0
    od
}

active proctype server() {
    chan to;
    bit x;
    do
    :: requests?to, x -> to!x
    od
}

// Clients who write to each other through a mailer, after the example of [BDLM09] section 6 (its text is not printed
// there). A letter goes from a client into the network, and from there through the mailer, the init process, into
// the mailbox of its addressee: an array, indexed by processes, of queues that hold processes.
// expect: states=12772 edges=45343 verdict=holds
// expect[optimise=none]: states=16255 edges=59194 verdict=holds
// expect[define=N=2]: states=141 edges=369 verdict=holds
// expect[define=N=4]: states=763649 edges=3391105 verdict=holds
// expect[define=N=2,strategy=enumerate]: states=72 edges=188 verdict=holds
// expect[define=N=2,strategy=canonical]: states=72 edges=188 verdict=holds
// expect[define=N=2,strategy=exact-markers]: states=72 edges=188 verdict=holds
// expect[define=N=2,strategy=sorted]: states=72 edges=188 verdict=holds
// expect[strategy=enumerate]: states=2132 edges=7577 verdict=holds
// expect[strategy=canonical]: states=2132 edges=7577 verdict=holds
// expect[strategy=exact-markers]: states=2132 edges=7577 verdict=holds
// expect[strategy=sorted]: states=2132 edges=7577 verdict=holds
// expect[define=N=4,strategy=enumerate]: states=31964 edges=142539 verdict=holds
// expect[define=N=4,strategy=canonical]: states=31964 edges=142539 verdict=holds
// expect[define=N=4,strategy=exact-markers]: states=31965 edges=142553 verdict=holds
// expect[define=N=4,strategy=sorted]: states=31984 edges=142844 verdict=holds
// expect[define=N=2,strategy=approx-markers,deterministic=on]: states=72 edges=188 verdict=no-error-found
// expect[strategy=approx-markers,deterministic=on]: states=2132 edges=7577 verdict=no-error-found
// expect[define=N=4,strategy=approx-markers,deterministic=on]: states=31963 edges=142523 verdict=no-error-found
// expect[define=N=5,strategy=approx-markers,deterministic=on]: states=323386 edges=1746267 verdict=no-error-found
// expect[define=N=5,strategy=canonical]: states=323388 edges=1746316 verdict=holds
// expect[define=N=5,strategy=exact-markers]: states=323465 edges=1747418 verdict=holds
// expect-long[define=N=5,strategy=none]: states=38153126 edges=204617501 verdict=holds
// expect-long[define=N=5,strategy=enumerate]: states=323388 edges=1746316 verdict=holds
// expect-long[define=N=5,strategy=sorted]: states=323747 edges=1752941 verdict=holds
#ifndef N
#define N 3
#endif
#if N < 2 || N > 7
#error "N from 2 to 7"
#endif

chan network = [2] of { pid, pid };      // sender, addressee
chan mailbox[N + 1] = [1] of { pid };    // sender

proctype client() {
    pid to, from;
end:
    do
    :: atomic {
        nfull(network) ->
        if
        :: _pid != 1 -> to = 1
        :: _pid != 2 -> to = 2
#if N >= 3
        :: _pid != 3 -> to = 3
#endif
#if N >= 4
        :: _pid != 4 -> to = 4
#endif
#if N >= 5
        :: _pid != 5 -> to = 5
#endif
#if N >= 6
        :: _pid != 6 -> to = 6
#endif
#if N >= 7
        :: _pid != 7 -> to = 7
#endif
        fi;
        network!_pid, to;
        to = 0
    }
    :: atomic {
        mailbox[_pid]?from ->
        assert(from != 0 && from != _pid);
        from = 0
    }
    od
}

init {
    pid from, to;
    atomic {
        run client(); run client();
#if N >= 3
        run client();
#endif
#if N >= 4
        run client();
#endif
#if N >= 5
        run client();
#endif
#if N >= 6
        run client();
#endif
#if N >= 7
        run client();
#endif
    };
end:
    do
    :: network?from, to ->
        mailbox[to]!from;
        from = 0;
        to = 0
    od
}

// A resource allocator with two classes of clients: HIGH ones of high priority and LOW ones of low priority. The
// allocator, the init process, serves a low request only when no high one waits. Clients of a class are
// interchangeable, clients of different classes are not: the group has HIGH! * LOW! elements.
// expect: states=113 edges=365 verdict=holds
// expect[optimise=none]: states=11271 edges=24711 verdict=holds
// expect[define=LOW=4]: states=257 edges=961 verdict=holds
// expect[strategy=enumerate]: states=30 edges=100 verdict=holds
// expect[strategy=canonical]: states=30 edges=100 verdict=holds
// expect[strategy=exact-markers]: states=30 edges=100 verdict=holds
// expect[strategy=sorted]: states=30 edges=100 verdict=holds
// expect[define=LOW=4,strategy=enumerate]: states=38 edges=148 verdict=holds
// expect[define=LOW=4,strategy=canonical]: states=38 edges=148 verdict=holds
// expect[define=LOW=4,strategy=exact-markers]: states=38 edges=148 verdict=holds
// expect[define=LOW=4,strategy=sorted]: states=38 edges=148 verdict=holds
#ifndef HIGH
#define HIGH 2
#endif
#ifndef LOW
#define LOW 3
#endif
#if HIGH != 2 || LOW < 2 || LOW > 4
#error "HIGH is 2, LOW from 2 to 4"
#endif

mtype = { idle, asking, served };
mtype high[HIGH + LOW + 1] = idle;     // what each client of the class does
mtype low[HIGH + LOW + 1] = idle;
pid holder = 0;
pid queue[HIGH + LOW + 1];             // whom each client has seen before it

proctype high_client() {
end:
    do
    :: atomic { high[_pid] == idle -> high[_pid] = asking; queue[_pid] = holder }
    :: atomic {
        high[_pid] == served ->
        assert(holder == _pid);
        high[_pid] = idle;
        queue[_pid] = 0;
        holder = 0
    }
    od
}

proctype low_client() {
end:
    do
    :: atomic { low[_pid] == idle -> low[_pid] = asking; queue[_pid] = holder }
    :: atomic {
        low[_pid] == served ->
        assert(holder == _pid);
        low[_pid] = idle;
        queue[_pid] = 0;
        holder = 0
    }
    od
}

#define serve_high(i) atomic { holder == 0 && high[i] == asking -> high[i] = served; holder = i }
#define no_high (high[1] != asking && high[2] != asking)
#define serve_low(i) atomic { holder == 0 && low[i] == asking && no_high -> low[i] = served; holder = i }

init {
    atomic {
        run high_client(); run high_client();
        run low_client(); run low_client();
#if LOW >= 3
        run low_client();
#endif
#if LOW >= 4
        run low_client();
#endif
    };
end:
    do
    :: serve_high(1)
    :: serve_high(2)
    :: serve_low(3)
    :: serve_low(4)
#if LOW >= 3
    :: serve_low(5)
#endif
#if LOW >= 4
    :: serve_low(6)
#endif
    od
}

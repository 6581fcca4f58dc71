/* Three tiers: clients query the database through their server, and data return the same way; all
   channels are synchronous. Clients of one server are interchangeable, and so are servers with equally many clients.
   Compile with -DC1=... -DC2=... -DC3=... -DC4=... for the numbers of clients, at most 5, of up to four servers */
#ifndef C1
#define C1 2
#endif
#ifndef C2
#define C2 2
#endif
#ifndef C3
#define C3 0
#endif
#ifndef C4
#define C4 0
#endif

#if C4 > 0
#define SERVERS 4
#elif C3 > 0
#define SERVERS 3
#else
#define SERVERS 2
#endif

mtype = { request, data };
chan counter[SERVERS] = [0] of { mtype };
chan back[SERVERS] = [0] of { mtype };
chan queries = [0] of { mtype, chan };

proctype client(chan mine) {
    do
    :: mine!request; mine?data
    od
}

proctype server(chan clients; chan answers) {
    do
    :: clients?request;
        queries!request, answers;
        answers?data;
        clients!data
    od
}

proctype database() {
    chan asking;
    do
    :: queries?request, asking;
        asking!data
    od
}

init {
    atomic {
#if C1 >= 1
        run client(counter[0]);
#endif
#if C1 >= 2
        run client(counter[0]);
#endif
#if C1 >= 3
        run client(counter[0]);
#endif
#if C1 >= 4
        run client(counter[0]);
#endif
#if C1 >= 5
        run client(counter[0]);
#endif
#if C2 >= 1
        run client(counter[1]);
#endif
#if C2 >= 2
        run client(counter[1]);
#endif
#if C2 >= 3
        run client(counter[1]);
#endif
#if C2 >= 4
        run client(counter[1]);
#endif
#if C2 >= 5
        run client(counter[1]);
#endif
#if C3 >= 1
        run client(counter[2]);
#endif
#if C3 >= 2
        run client(counter[2]);
#endif
#if C3 >= 3
        run client(counter[2]);
#endif
#if C3 >= 4
        run client(counter[2]);
#endif
#if C3 >= 5
        run client(counter[2]);
#endif
#if C4 >= 1
        run client(counter[3]);
#endif
#if C4 >= 2
        run client(counter[3]);
#endif
#if C4 >= 3
        run client(counter[3]);
#endif
#if C4 >= 4
        run client(counter[3]);
#endif
#if C4 >= 5
        run client(counter[3]);
#endif
#if C1 > 0
        run server(counter[0], back[0]);
#endif
#if C2 > 0
        run server(counter[1], back[1]);
#endif
#if C3 > 0
        run server(counter[2], back[2]);
#endif
#if C4 > 0
        run server(counter[3], back[3]);
#endif
        run database()
    }
}

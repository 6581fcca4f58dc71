/* N clients share one lock, which a server hands out. Second attempt: one client after the other. */
#ifndef N
#define N 3
#endif

mtype = { request, release };
chan server = [N] of { mtype, pid };   /* what clients tell the server, and which client it was */
chan granted[N + 1] = [1] of { bit };  /* one channel to each process; the server does not use its own */
byte holders = 0;                      /* how many clients hold the lock: for the assertion only */

active proctype lock_server() {        /* process 0; the clients are 1 to N */
  pid who;
  do
  :: server?request(who) ->
     granted[who]!1;
     server?release(who)
  od
}

active [N] proctype client() {
  do
  :: server!request(_pid);
     granted[_pid]?1;
     holders++;
     assert(holders == 1);
     holders--;
     server!release(_pid)
  od
}

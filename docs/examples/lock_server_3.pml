/* N clients share one lock, which a server hands out. Third attempt: releases have a separate channel. */
#ifndef N
#define N 3
#endif

chan requests = [N] of { pid };
chan releases = [0] of { pid };        /* a handshake */
chan granted[N + 1] = [1] of { bit };  /* one channel to each process; the server does not use its own */
byte holders = 0;                      /* how many clients hold the lock: for the assertion only */

active proctype lock_server() {        /* process 0; the clients are 1 to N */
  pid who;
  do
  :: requests?who ->
     granted[who]!1;
     releases?eval(who)
  od
}

active [N] proctype client() {
  do
  :: requests!_pid;
     granted[_pid]?1;
     holders++;
     assert(holders == 1);
     holders--;
     releases!_pid
  od
}

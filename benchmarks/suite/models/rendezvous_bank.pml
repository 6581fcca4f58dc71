// Rendezvous only: customers move coins between accounts that are processes; a teller per account serves one at a time.
#ifndef CUSTOMERS
#define CUSTOMERS 3
#endif
#ifndef ACCOUNTS
#define ACCOUNTS 3
#endif
#define COINS 3
mtype = { ask, yes, no, put };
chan request[ACCOUNTS] = [0] of { mtype, byte };
chan reply[CUSTOMERS] = [0] of { mtype };

active [ACCOUNTS] proctype account() {
    byte coins = COINS, who;
end:
    do
    :: request[_pid]?ask, who ->
       if
       :: coins > 0 -> coins--; reply[who]!yes
       :: else -> reply[who]!no
       fi
    :: request[_pid]?put, _ -> coins++
    od
}

active [CUSTOMERS] proctype customer() {
    byte from;
    byte me = _pid - ACCOUNTS;
    do
    :: from = (from + 1) % ACCOUNTS
    :: request[from]!ask, me ->
       if
       :: reply[me]?yes -> request[(from + 1) % ACCOUNTS]!put, me
       :: reply[me]?no
       fi
    od
}

// A lock that travels among processors, each of which knows a probable owner, after [NG95] section 3, which does not print
// the model. A request follows the probable owners until it meets the owner, which keeps it in a queue while the lock is
// held; the lock takes the queue along. Each processor has a process that acquires and one that handles requests, which
// exclude each other by a mutex. At most one processor is in its critical section, and there is no deadlock; but requests can
// circulate forever while a grant remains unread, so that no processor enters: a cycle without progress.
// expect: states=60277 edges=174991 verdict=holds
// expect[optimise=none]: states=60277 edges=174991 verdict=holds
// expect[define=N=2]: states=471 edges=949 verdict=holds
// expect[strategy=canonical]: states=30193 edges=87658 verdict=holds
#ifndef N
#define N 3
#endif
#if N < 2 || N > 3
#error "N from 2 to 3: a grant has room for two that wait"
#endif
#define NOBODY N

chan requests[N] = [N] of { byte };
chan grants[N] = [1] of { byte, byte };  // with those that wait
chan waiting[N] = [N] of { byte };
byte owner[N];   // as far as each knows
bool held[N];
bool mutex[N];
byte inside;

#define lock(p) atomic { !mutex[p]; mutex[p] = true }
#define unlock(p) mutex[p] = false

// The first of those that wait gets the lock, and the others with it.
inline pass_on(p, next, other) {
    if
    :: waiting[p]?other
    :: empty(waiting[p]) -> other = NOBODY
    fi;
    owner[p] = next;
    grants[next]!other, NOBODY;
    other = 0
}

proctype acquire(byte me) {
    byte next, other;
    do
    :: lock(me);
       if
       :: owner[me] == me -> held[me] = true; unlock(me)
       :: else ->
          requests[owner[me]]!me; unlock(me);
          atomic { nempty(grants[me]) && !mutex[me]; mutex[me] = true };
          d_step {
              grants[me]?next, other;
              if :: next != NOBODY -> waiting[me]!next :: else fi;
              if :: other != NOBODY -> waiting[me]!other :: else fi;
              next = 0; other = 0;
              owner[me] = me; held[me] = true
          };
          unlock(me)
       fi;
       inside++;
progress: assert(inside == 1);
       inside--;
       lock(me);
       held[me] = false;
       if
       :: atomic { waiting[me]?next -> pass_on(me, next, other); next = 0 }
       :: empty(waiting[me])
       fi;
       unlock(me)
    od
}

proctype handle(byte me) {
    byte from;
end: do
    :: atomic { nempty(requests[me]) && !mutex[me]; mutex[me] = true };
       d_step {
           requests[me]?from;
           if
           :: owner[me] != me -> requests[owner[me]]!from
           :: owner[me] == me && held[me] -> waiting[me]!from
           :: else -> owner[me] = from; grants[from]!NOBODY, NOBODY
           fi;
           from = 0
       };
       unlock(me)
    od
}

init {
    byte i;
    atomic {
        i = 0;
        do
        :: i < N -> run acquire(i); run handle(i); i++
        :: else -> break
        od;
        i = 0
    }
}

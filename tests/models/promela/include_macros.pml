// Uses an included file, function-like macros, token pasting, #if with arithmetic and #ifdef; printf texts with macros.
// args: -DCLIENTS=2
// expect: states=532 edges=918 verdict=holds
// expect[optimise=none]: states=532 edges=918 verdict=holds
#include "readers.pmh"
#include "readers.pmh"
#define ROUNDS (CLIENTS + 1)
#if CLIENTS > 1 && !defined(NO_LOCK)
#define ENTER LOCK(guard)
#define LEAVE UNLOCK(guard)
#else
#define ENTER skip
#define LEAVE skip
#endif

byte guard;
byte JOIN(max_, seen);
byte value;

active [CLIENTS] proctype client() {
    byte i;
    do
    :: i < ROUNDS ->
        ENTER;
        value = value + 1;
        max_seen = MAX(value, max_seen);
#ifdef VERBOSE
        printf("too much\n");
#endif
        printf("client %d of %d: %d\n", _pid, CLIENTS, value);
        value = value - 1;
        LEAVE;
        i++
    :: i >= ROUNDS -> break
    od;
    assert(max_seen == 1)
}

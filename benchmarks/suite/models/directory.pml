// Typedefs: a directory keeps caches coherent; a line of the directory is a record of its sharers and its owner.
#ifndef CACHES
#define CACHES 3
#endif
#ifndef LINES
#define LINES 2
#endif
#define NOBODY 255
mtype = { invalid, shared, modified, get_shared, get_modified, put, grant, invalidate };
typedef Line { bool sharer[CACHES]; byte owner; byte waiting }
typedef Cache { mtype state[LINES]; byte pending }
Line line[LINES];
Cache cache[CACHES];
chan to_directory = [CACHES] of { mtype, byte, byte };
chan answers = [1] of { byte, byte };
chan to_cache[CACHES] = [2] of { mtype, byte };

active proctype directory() {
    byte who, l, c;
    atomic {
        do
        :: l < LINES -> line[l].owner = NOBODY; l++
        :: else -> break
        od;
        l = 0
    }
end:
    do
    :: to_directory?get_shared(who, l) ->
       if
       :: line[l].owner != NOBODY ->
          to_cache[line[l].owner]!invalidate, l;
          answers?eval(line[l].owner), eval(l);
          line[l].owner = NOBODY
       :: else
       fi;
       d_step { line[l].sharer[who] = true };
       to_cache[who]!grant, l
    :: to_directory?get_modified(who, l) ->
       if
       :: line[l].owner != NOBODY ->
          to_cache[line[l].owner]!invalidate, l;
          answers?eval(line[l].owner), eval(l)
       :: else
       fi;
       c = 0;
       do
       :: c < CACHES && line[l].sharer[c] && c != who ->
          to_cache[c]!invalidate, l;
          answers?eval(c), eval(l);
          line[l].sharer[c] = false;
          c++
       :: c < CACHES && !(line[l].sharer[c] && c != who) -> line[l].sharer[c] = false; c++
       :: c == CACHES -> break
       od;
       c = 0;
       line[l].owner = who;
       to_cache[who]!grant, l
    od
}

active [CACHES] proctype client() {
    byte me = _pid - 1;
    byte l;
    mtype wanted = invalid;
end:
    do
    :: wanted == invalid && cache[me].state[l] == invalid -> wanted = shared; to_directory!get_shared, me, l
    :: wanted == invalid && cache[me].state[l] != modified -> wanted = modified; to_directory!get_modified, me, l
    :: wanted == invalid && LINES > 1 -> l = (l + 1) % LINES
    :: to_cache[me]?grant, _ -> cache[me].state[l] = wanted; wanted = invalid
    :: atomic { to_cache[me]?[invalidate, 0] -> to_cache[me]?invalidate, _; cache[me].state[0] = invalid };
       answers!me, 0
    :: atomic { to_cache[me]?[invalidate, 1] -> to_cache[me]?invalidate, _; cache[me].state[1] = invalid };
       answers!me, 1
    od
}

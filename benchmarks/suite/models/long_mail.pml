// A long state vector: stations with deep mailboxes of wide messages; letters wander until they reach their reader.
#ifndef N
#define N 3
#endif
#ifndef LETTERS
#define LETTERS 5
#endif
#define DEPTH 12
typedef Letter { byte to; byte stamps; int weight; short route[4] }
chan box[N] = [DEPTH] of { byte, byte, int, short, short };
byte letters_read;

active [N] proctype station() {
    byte to, stamps;
    int weight;
    short a, b;
    int log[6];
    byte at;
end:
    do
    :: atomic { box[_pid]?to, stamps, weight, a, b ->
       if
       :: to == _pid -> letters_read++
       :: else -> box[(_pid + 1) % N]!to, stamps + 1, weight * 2, b, a
       fi };
       log[at] = stamps; at = (at + 1) % 6;
       to = 0; stamps = 0; weight = 0; a = 0; b = 0
    od
}

active proctype writer() {
    byte i, to;
    do
    :: i < LETTERS ->
       select(to : 0 .. 2);
       if
       :: box[0]!to, 0, i + 1, i, 100
       :: box[1]!to, 0, i + 1, i, 200
       fi;
       i++
    :: else -> break
    od
}

// Buffered channels that lose messages: a sliding window protocol with selective acknowledgement by number.
#ifndef WINDOW
#define WINDOW 4
#endif
#ifndef SIZE
#define SIZE 4
#endif
#define MAX (2 * WINDOW)
chan forth = [SIZE] of { byte, byte };
chan back = [SIZE] of { byte };

active proctype sender() {
    byte base, next, ack, value;
    do
    :: (next + MAX - base) % MAX < WINDOW -> 
       atomic { forth!next, value; next = (next + 1) % MAX; value = (value + 1) % 3 }
    :: next != base -> forth!base, (value + 3 * WINDOW - (next + MAX - base) % MAX) % 3
    :: atomic { back?ack ->
          if
          :: (ack + MAX - base) % MAX < WINDOW && ack != next -> base = (ack + 1) % MAX
          :: else
          fi;
          ack = 0 }
    od
}

active proctype line() {
    do
    :: forth?_, _
    :: back?_
    od
}

active proctype receiver() {
    byte expected, number, value, wanted;
    do
    :: forth?number, value ->
       if
       :: number == expected ->
          assert(value == wanted);
          expected = (expected + 1) % MAX;
          wanted = (wanted + 1) % 3
       :: else
       fi;
       back!(expected + MAX - 1) % MAX
    od
}

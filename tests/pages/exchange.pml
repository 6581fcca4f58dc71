// Two messages through a buffered channel, one of which is never received; the assertion is about the contents.
mtype = { data, stop };
chan line = [3] of { mtype, byte };
byte received;

active proctype sender() {
  line!data, 7;
  line!data, 9;
  line!stop, 0
}

active proctype receiver() {
  byte x;
  line?data, x;
  received = x;
  line?data, x;
  assert(x != 9 || received == 0)
}

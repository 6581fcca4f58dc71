// A sender repeats messages that may have been lost, up to four times; a daemon removes arbitrary messages from both channels.
// With spin -m full channels lose messages, too, so no process ever waits to send. In some runs
// a message remains in a channel at the end, which matters only to pan -q.
// expect: states=1718 edges=3587 verdict=violated:assertion
// expect[optimise=none]: states=1808 edges=3827 verdict=violated:assertion
// expect[spin-without=1]: states=1630 edges=3453 verdict=violated:assertion
// expect[spin-without=2]: states=1630 edges=3453 verdict=violated:assertion
// expect[spin-without=3]: states=1908 edges=3979 verdict=violated:assertion
// expect[lossy-channels=on]: states=1776 edges=3749 verdict=violated:assertion
// expect[empty-channels-at-end=on]: states=1718 edges=3587 verdict=violated:assertion,violated:deadlock
// expect[no-assertion-check=on]: states=1718 edges=3587 verdict=holds
chan data = [2] of { byte, bit };
chan acks[2] = [1] of { bit };
byte attempts, received;
bool done;

active proctype Sender() {
  byte item;
  bit parity, answer;
  do
  :: item == 2 -> break
  :: item < 2 && attempts < 4 ->
     attempts++;
     data!item, parity;
     do
     :: acks[parity]?answer ->
        assert(answer == parity);
        item++;
        parity = 1 - parity;
        break
     :: timeout -> break
     :: empty(acks[parity]) && nfull(data) -> break
     od
  :: attempts == 4 -> break
  od;
  assert(item == 2 || attempts == 4 && received < 2);
  done = true
}

active proctype Receiver() {
  byte item;
  bit parity, expected;
end:
  do
  :: data?item, parity ->
     if
     :: parity == expected -> received++; expected = 1 - expected
     :: else
     fi;
     assert(received < 3 && item <= received);
     if
     :: nfull(acks[parity]) -> acks[parity]!parity
     :: full(acks[parity])
     fi
  :: done && empty(data) -> break
  od
}

active proctype Daemon() {
  byte left = 1;
  do
  :: atomic { left > 0 && nempty(data) -> left--; data?_, _ }
  :: atomic { left > 0 && nempty(acks[0]) -> left--; acks[0]?_ }
  :: done -> break
  od
}

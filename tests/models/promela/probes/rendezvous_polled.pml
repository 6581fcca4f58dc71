// Polling a rendezvous channel is an error when it is reached, whatever the poll.
// expect: states=11 edges=10 verdict=violated:deadlock,violated:safety
// expect[optimise=none]: states=11 edges=10 verdict=violated:deadlock,violated:safety
chan c = [0] of { byte, byte };
chan b = [1] of { byte, byte };
byte g;
active proctype sender() { c!1,2; b!1,2; c!1,3 }
active proctype poller() {
  byte x;
  do
  :: g == 0 -> g = 1
  :: g == 1 && c?[1,2] -> g = 2
  :: g == 1 -> g = 3
  :: g == 3 && (x == 1 || c??[x,3]) -> g = 4
  :: g == 3 -> c?x,g
  :: b?[1,2] -> b?x,_; break
  od
}

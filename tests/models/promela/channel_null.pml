// One null that is compared with channels of all kinds of messages: the operands of a comparison may differ in type.
// expect: states=221 edges=392 verdict=holds
mtype = { req, rep };
chan null = [0] of { byte };
chan server = [2] of { mtype, chan, byte };
byte got[3];

proctype client(byte me) {
  chan mine = [1] of { mtype, byte };
  byte v;
  server!req, mine, me;
  mine?rep, v;
  got[me] = v;
  server!req, null, me
}

active proctype serve() {
  chan c;
  byte n;
end:
  do
  :: server?req, c, n ->
     if
     :: c != null && server != null -> c!rep, n + 3
     :: c == null -> skip
     fi
  od
}

init { atomic { run client(0); run client(1) } }

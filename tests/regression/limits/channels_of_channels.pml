// Every channel can name every other one, and most sends and receives have none in common.
// limits: args=--max-states,10,-m,500M seconds=3 megabytes=120 verdict=incomplete
#define N 8
mtype = { req, ack, data };
chan a1 = [2] of { mtype, chan }; chan a2 = [2] of { mtype, chan }; chan a3 = [2] of { mtype, chan }; chan a4 = [2] of { mtype, chan };
chan b1 = [1] of { mtype, byte }; chan b2 = [2] of { mtype, byte }; chan b3 = [3] of { mtype, byte }; chan b4 = [4] of { mtype, byte };
chan d1 = [0] of { mtype, byte }; chan d2 = [0] of { mtype, byte };
proctype client(chan to) { chan mine = [2] of { mtype, byte }; byte n; chan other;
 do
 :: to!req(mine); mine?ack(n); if :: n > 2 -> other = mine :: else -> other = b1 fi; if :: nfull(other) -> other!data(n) :: full(other) -> skip fi
 :: atomic { len(mine) < 2 && nempty(mine) && mine?[ack,n] -> mine?ack(n); to!data(mine) }
 :: break
 od }
proctype server(chan from) { chan who; byte k;
 do
 :: from?req(who) -> who!ack(k); k = (k+1)%5
 :: from?data(who) -> if :: who?[data,k] -> who?data(k) :: !(who?[data,k]) && nfull(who) -> who!data(k) :: else fi
 :: atomic { nempty(b2) -> b2?data(k); who = b3; who!data(k) }
 :: who = d1; who!data(k)
 :: d2?data(k)
 od }
init { atomic { run client(a1); run client(a2); run client(a3); run client(a4); run server(a1); run server(a2); run server(a3); run server(a4); run server(d1); } }

// expect: states=4789 edges=15589 verdict=violated:assertion,violated:deadlock
// expect[optimise=none]: states=4789 edges=15589 verdict=violated:assertion,violated:deadlock
/* Processes that are started late, more of them after the first error than before it: its run is nevertheless a run of the model. */
byte v[3]; byte n;
proctype C(byte id) { v[id] = v[id] ^ 1 }
proctype P(byte id) { do :: n < 2 -> n++; run C(id)
  :: v[id] && v[(id+1)%3] -> assert(v[(id+2)%3]==0) od }
init { atomic { run P(0); run P(1); run P(2) } }

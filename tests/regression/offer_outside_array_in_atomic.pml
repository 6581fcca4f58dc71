// expect: states=30 edges=53 verdict=violated:safety
// expect[optimise=none]: states=30 edges=53 verdict=violated:safety
// The process keeps control, and nobody else moves; where a receiver is ready it is the same.
chan c = [0] of { byte };
byte i;
byte a[2];
active proctype P() { i = 2; atomic { i = 3; c!a[i]; i = 4 } }
active proctype Q() { skip; i = 1; skip }
active proctype R() { byte x; skip; skip; c?x; i = x }

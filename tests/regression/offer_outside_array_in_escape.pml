// expect: states=13 edges=15 verdict=violated:safety
// expect[optimise=none]: states=13 edges=15 verdict=violated:safety
// The escape counts as begun where it offers what cannot be computed.
chan c = [0] of { byte };
byte i;
byte a[2];
active proctype P() { i = 2; { i = 3; assert(i == 3); i = 4 } unless { c!a[i] } }
active proctype Q() { skip; i = 3; skip }

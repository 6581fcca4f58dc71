// expect: states=4 edges=3 verdict=violated:safety
// expect[optimise=none]: states=4 edges=3 verdict=violated:safety
// What a process may not do is not computed either.
chan c = [0] of { byte };
byte i = 3;
byte a[2];
active proctype P() provided (i != 3) { c!a[i] }
active proctype Q() { skip; i = 5; skip }
active proctype T() { timeout -> i = 7 }

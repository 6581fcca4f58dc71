// select with bounds that are not constants is the counting loop.
// expect: states=21 edges=20 verdict=holds
// expect[optimise=none]: states=21 edges=20 verdict=holds
byte g, lo=1, hi=3; active proctype A(){ byte i; select(i : lo..hi); g = i; lo = g; hi = lo }

// Channels compared, copied, passed around; numbers of channels.
// expect: states=14 edges=13 verdict=holds
// expect[optimise=none]: states=14 edges=13 verdict=holds
chan a=[1] of {byte}; chan b=[1] of {byte}; chan c[2]=[1] of {byte}; byte g; active proctype A(){ chan x; if :: x==0 -> g=1 :: else fi; x=a; assert(x==a && x!=b); x=c[1]; g=x; x!4; c[1]?g; g=a; g=b; g=c[0]; g=c[1] }

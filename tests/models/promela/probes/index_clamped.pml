// A bad index reads and writes cell 0, in assignments, conditions and messages.
// differs: SPIN reads and writes past the array; pexplore goes on with its first cell
// expect: verdict=violated:safety
byte a[2]; byte g; chan c=[1] of {byte}; active proctype A(){ byte i=5; a[i]=7; assert(a[0]==7); g=a[i+1]; assert(g==7); g=a[0-1]; if :: a[i]==7 -> g=1 :: else -> g=2 fi; c!a[i]; c?a[i]; a[i]++; assert(a[0]==8) }

// Sorted send: equal messages, more fields, a later field decides.
// expect: states=14 edges=13 verdict=holds
// expect[optimise=none]: states=14 edges=13 verdict=holds
chan c=[4] of {byte,byte}; byte x,y; active proctype A(){ c!!2,2; c!!2,1; c!!1,9; c!!2,1; c?x,y; assert(x==1&&y==9); c?x,y; assert(x==2&&y==1); c?x,y; assert(y==1); c?x,y; assert(y==2) }

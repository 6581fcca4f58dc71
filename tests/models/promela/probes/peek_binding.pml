// A peek that does not fit leaves variables alone; a receive with constants sets none.
// expect: states=9 edges=8 verdict=violated:deadlock
// expect[optimise=none]: states=9 edges=8 verdict=violated:deadlock
chan c=[2] of {byte,byte}; byte x=9; active proctype A(){ c!1,2; if :: c?<2,x> -> x=7 :: else -> skip fi; assert(x==9); c?<1,x>; assert(x==2); c?1,2; c!3,4; c?x,5 }

// Random receive takes the first match; peeks leave it; polls.
// expect: states=17 edges=16 verdict=holds
// expect[optimise=none]: states=17 edges=16 verdict=holds
chan c=[4] of {byte,byte}; byte x,g; active proctype A(){ c!1,5; c!2,6; c!1,7; c??2,x; assert(x==6); c??<1,x>; assert(x==5); if :: c??[1,7] -> g=1 :: else -> g=2 fi; if :: c?[1,7] -> g=g+10 :: !c?[1,7] -> g=g+20 fi; c??eval(g-20),x; g=len(c); c??x,7; g=x }

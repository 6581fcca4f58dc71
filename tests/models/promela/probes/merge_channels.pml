// Local channels, channel variables: do sends on them merge?
// expect: states=9 edges=8 verdict=holds
// expect[optimise=none]: states=10 edges=9 verdict=holds
active proctype A(){ chan c=[2] of {byte}; chan d; byte x; d=c; x=1; d!1; x=2; c?x; x=3; x=len(c); x=4 }

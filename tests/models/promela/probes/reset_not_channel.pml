// A channel variable is not reset.
// expect: states=17 edges=16 verdict=holds
// expect[optimise=none]: states=17 edges=16 verdict=holds
byte g; chan c=[1] of {byte}; chan d=[1] of {byte}; active proctype A(){ chan x; if :: x=c :: x=d fi; x!1; nempty(x); g=1; g=2; skip; g==0 || g>0 }

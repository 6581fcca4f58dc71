// Channel variables are never hidden.
// expect: states=7 edges=6 verdict=holds
// expect[optimise=none]: states=7 edges=6 verdict=holds
chan g; chan c=[1] of {byte}; chan d=[1] of {byte}; active proctype A(){ if :: g=c :: g=d fi; skip }

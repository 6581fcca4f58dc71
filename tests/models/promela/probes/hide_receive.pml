// To receive into a global keeps it in the state.
// expect: states=10 edges=11 verdict=holds
// expect[optimise=none]: states=10 edges=11 verdict=holds
byte g; chan c=[1] of {byte}; active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; c!1; c?g; skip }

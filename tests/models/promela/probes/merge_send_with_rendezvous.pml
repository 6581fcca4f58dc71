// The same in a model that also has a rendezvous channel: sends start no chain.
// expect: states=12 edges=13 verdict=holds
// expect[optimise=none]: states=19 edges=24 verdict=holds
chan c=[2] of {byte}; chan r=[0] of {byte}; active proctype A(){ byte x; c!1; x=1; x=2; c?x; x=3; r!4; x=4; x=5 } active proctype B(){ byte y; r?y; y=1; y=2 }

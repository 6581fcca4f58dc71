// A handshake with a partner who may not run.
// expect: states=8 edges=8 verdict=holds
// expect[optimise=none]: states=8 edges=8 verdict=holds
chan r=[0] of {byte}; byte g; active proctype A() provided (g==0) { byte x; r?x; g=x } active proctype B(){ g=1; if :: r!3 :: g==1 -> g=0; r!4 fi }

// for-in over a channel: each message is taken and put back; over an empty one.
// expect: states=22 edges=21 verdict=holds
// expect[optimise=none]: states=22 edges=21 verdict=holds
typedef M { byte x; bit y }; chan c=[3] of { M }; byte g; active proctype A(){ M m; for (m in c) { g=9 } m.x=1; c!m; m.x=2; c!m; for (m in c) { g=g+m.x } ; c?m; g=m.x }

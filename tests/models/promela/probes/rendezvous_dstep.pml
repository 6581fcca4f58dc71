// A d_step that begins with a handshake, receiving.
// expect: states=11 edges=11 verdict=holds
// expect[optimise=none]: states=11 edges=11 verdict=holds
chan r=[0] of {byte}; byte g; active proctype A(){ byte x; d_step { r?x -> g=x; x=0 }; g=g+1 } active proctype B(){ r!4; g=9 }

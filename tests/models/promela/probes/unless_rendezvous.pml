// An escape that waits for a handshake; a body that does.
// expect: states=64 edges=101 verdict=holds
// expect[optimise=none]: states=64 edges=101 verdict=holds
chan r=[0] of {byte}; byte g; active proctype A(){ byte x; { do :: g<2 -> g++ :: g>1 -> g=0 od } unless { r?x -> g=10 }; g=g+x } active proctype B(){ { r!3 } unless { g==1 -> g=5 }; g=6 }

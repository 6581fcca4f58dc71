// len, full, empty, nfull and nempty on a rendezvous channel.
// expect: states=11 edges=11 verdict=holds
// expect[optimise=none]: states=11 edges=11 verdict=holds
chan r=[0] of {byte}; byte g; active proctype A(){ byte x; g = len(r); if :: empty(r) -> g=1 :: nempty(r) -> g=2 fi; if :: full(r) -> g=g+10 :: nfull(r) -> g=g+20 fi; r?x; g=x } active proctype B(){ r!7 }

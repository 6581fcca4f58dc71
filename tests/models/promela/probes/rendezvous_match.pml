// A handshake happens only if the constants match, whichever side offers.
// expect: states=20 edges=22 verdict=holds
// expect[optimise=none]: states=20 edges=22 verdict=holds
chan r=[0] of {byte,byte}; byte g; active proctype A(){ byte x; if :: r?1,x -> g=x :: r?2,eval(g) -> g=20 :: r?3,_ -> g=30 fi } active proctype B(){ if :: r!1,5 :: r!2,0 :: r!2,1 :: r!4,4 fi; g=9 }

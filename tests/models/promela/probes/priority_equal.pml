// Equal priorities interleave, a lower one waits until all higher ones are blocked.
// expect: states=22 edges=24 verdict=violated:deadlock
// expect[optimise=none]: states=22 edges=24 verdict=violated:deadlock
byte g; active [2] proctype A() priority 4 { g=g+1; g==3; g=5 } active proctype B() priority 2 { g=3; g=g+1 }

// All processes blocked while one is inside atomic; the others at valid ends.
// expect: states=2 edges=1 verdict=violated:deadlock
// expect[optimise=none]: states=2 edges=1 verdict=violated:deadlock
byte g; active proctype A(){ atomic { g=1; g==9; g=2 } } active proctype B(){ end: g==8 }

// A process per ordered pair of three cells. S_3 has an exchange for each two of them, but what moves with a cell differs
// from one exchange to the next: canonical took these for parts of one set, applied what is no symmetry, and said "holds".
// expect: states=302 edges=1099 verdict=violated:deadlock
// expect[strategy=enumerate]: states=57 edges=204 verdict=violated:deadlock
// expect[strategy=canonical]: states=57 edges=204 verdict=violated:deadlock
byte x[3];
proctype S(byte i; byte j) { bit l;
  do :: atomic { x[i] == 0 && l == 0 -> x[j] = 0; x[j] = 1; l = 1 - l }
     :: atomic { x[i] == 1 && x[j] == 1 -> x[i] = 0; l = 1 - l }
     :: atomic { x[i] == 1 && l == 1 -> x[j] = 0 }
  od }
init { atomic { run S(0,1); run S(1,2); run S(2,0); run S(1,0); run S(2,1); run S(0,2) } }

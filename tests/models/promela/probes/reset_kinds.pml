// bool, unsigned, mtype, short, pid, int are all reset.
// expect: states=24 edges=29 verdict=holds
// expect[optimise=none]: states=510 edges=572 verdict=holds
byte g; active proctype A(){ bool x; unsigned y:2; mtype z; short s; pid q; int i; if :: x=1 :: x=0 fi; x>=0; if :: y=1 :: y=2 fi; y>0; if :: z=1 :: z=2 fi; z>0; if :: s=1 :: s=2 fi; s>0; if :: q=1 :: q=2 fi; q>0; if :: i=1 :: i=2 fi; i>0; g=1; g=2; skip; g==0 || g>0 }

byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; assert(x>0); if :: y=1 :: y=2 fi; printf("%d",y); g=1; g=2; skip; g==0 || g>0 }

byte a, b; active proctype A(){ if :: a=1 :: a=2 fi; if :: b=1 :: b=2 fi; skip; skip } never { do :: a==7 -> break :: else od }

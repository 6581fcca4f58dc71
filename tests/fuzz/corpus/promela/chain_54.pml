active proctype A(){ byte x; if :: x==0 -> if :: x=1 :: x=2 fi :: else fi; x=5; x=6 }

active proctype A(){ byte x; x = (x==0 -> 1 : 2); x=3; x=x/2; x=4 }

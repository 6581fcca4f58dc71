byte g; active proctype A(){ byte x; x=1; x==1; x=3; x=4 }

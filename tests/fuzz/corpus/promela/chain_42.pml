hidden byte g; active proctype A(){ byte x; x=1; g=2; x=3; g=x; x=1 }

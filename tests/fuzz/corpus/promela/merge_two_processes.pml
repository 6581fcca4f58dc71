byte g; active [2] proctype A(){ byte x; x=1; x=2; g=g+x; x=3; x=4 }

byte g; active proctype A(){ byte x; x=1; d_step { g=1; x=2; g=2 }; x=3; x=4 }

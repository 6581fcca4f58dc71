byte g; active proctype A(){ byte x; x=3; assert(g==0); x=4 }

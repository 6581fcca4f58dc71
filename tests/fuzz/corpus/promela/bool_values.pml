bool b; bit c; byte g; active proctype A(){ b=2; assert(!b); b=3; assert(b==1); c=b+1; assert(c==0); b=(2>1)+(3>2); assert(b==0); g=!5; g=!0+1; g=!(!7) }

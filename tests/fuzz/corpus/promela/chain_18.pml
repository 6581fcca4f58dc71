active proctype A(){ chan c=[3] of {byte}; byte x; x=1; c!2; x=2; x=4 }

active proctype A(){ byte x; x=1; end1: x=2; x=3; progress2: x=4; accept3: x=5; x=6 }

active proctype A(){ byte x; x=1; do :: x=2; break :: x=3; x=4 od; x=5; x=6 }

byte g; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; if :: y=1 :: y=2 fi; atomic { x>0; g=1; g=2 }; g=3; d_step { y>0; g=4 }; g=5; skip }

active proctype A(){ byte x; if :: x==1 -> x=2 :: else -> x=3; x=4 fi; true; x=5; (1); x=6; skip; x=7; do :: timeout -> x=8; x=9; break od; x=0 }

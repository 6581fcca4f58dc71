// A chain extends neither around a loop nor across a join.
// expect: states=8 edges=8 verdict=holds
// expect[optimise=none]: states=19 edges=19 verdict=holds
byte g; active proctype A(){ byte x; x=1; x=2; do :: x<5 -> x=x+1; x=x+1 :: x>4 -> x=0; break od; x=7; if :: x=1; x=2 :: x=3 fi; x=4; x=5; g=x }

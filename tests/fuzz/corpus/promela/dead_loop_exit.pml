byte g; active proctype A(){ byte x, n; do :: n<2 -> if :: x=1 :: x=2 fi; g=x; n++ :: n==2 -> break od; g=0; x=3; g=x; n=0; g=n; skip }

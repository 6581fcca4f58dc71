// Live in the loop, dead after it, written before the next read.
// expect: states=26 edges=28 verdict=holds
// expect[optimise=none]: states=28 edges=30 verdict=holds
byte g; active proctype A(){ byte x, n; do :: n<2 -> if :: x=1 :: x=2 fi; g=x; n++ :: n==2 -> break od; g=0; x=3; g=x; n=0; g=n; skip }

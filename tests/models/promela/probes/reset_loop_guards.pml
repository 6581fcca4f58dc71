// Live around the loop, reset by the exit that reads it.
// expect: states=17 edges=17 verdict=holds
// expect[optimise=none]: states=22 edges=22 verdict=holds
byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; do :: g<2 && x>0 -> g++ :: x>0 && g>=2 -> break od; g=1; g=2; skip; g==0 || g>0 }

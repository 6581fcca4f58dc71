// A variable live around a loop, one that is not; receive as the last use.
// expect: states=86 edges=125 verdict=violated:deadlock
// expect[optimise=none]: states=86 edges=125 verdict=violated:deadlock
chan c=[1] of {byte}; byte g; active proctype A(){ byte x, y; do :: c?x -> y=x; g=y :: g==2 -> break od; g=5; g=6 } active proctype B(){ c!1; c!2; g=7; g=g+1 }

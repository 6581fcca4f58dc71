// Two processes wait for timeout; one in an expression, one inside atomic.
// expect: states=23 edges=26 verdict=violated:deadlock
// expect[optimise=none]: states=23 edges=26 verdict=violated:deadlock
byte g; active proctype A(){ timeout -> g=g+1 } active proctype B(){ (timeout && g<5) -> g=g+2 } active proctype C(){ atomic { g==0 -> timeout; g=g+4 } }

// Which of these statements make one step together (statement merging), case 25.
// expect: states=7 edges=6 verdict=holds
// expect[optimise=none]: states=12 edges=11 verdict=holds
active proctype A(){ byte x; x=1; do :: x<5 -> x=x+1; x=x+1 :: else -> break od; x=5; x=6 }

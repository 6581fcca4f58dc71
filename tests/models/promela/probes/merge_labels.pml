// A label without a goto, with one, an end label, a progress label: which of them end a chain?
// expect: states=11 edges=10 verdict=holds
// expect[optimise=none]: states=12 edges=11 verdict=holds
active proctype A(){ byte x; x=1; L: x=2; x=3; end_x: x=4; progress: x=5; x=6; M: x=7; if :: x>8 -> goto M :: else fi; x=8; x=9 }

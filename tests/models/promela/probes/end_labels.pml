// Which labels make a valid end: prefix end, in front of a loop, of a selection, inside atomic.
// expect: states=6 edges=7 verdict=holds
// expect[optimise=none]: states=6 edges=7 verdict=holds
chan c=[1] of {byte}; active proctype A(){ end1: do :: c?_ od } active proctype B(){ endless: if :: c?5 fi } active proctype C(){ byte x; x=1; end_of: c?6 } active proctype D(){ atomic { c!1; end_d: c?7 } }

// else and timeout in one selection, with a receive.
// expect: states=12 edges=13 verdict=holds
// expect[optimise=none]: states=12 edges=13 verdict=holds
chan c=[1] of {byte}; byte g; active proctype A(){ do :: c?_ -> g=1 :: timeout -> g=2; break od; if :: c?_ -> g=3 :: else -> g=4 fi } active proctype B(){ c!1 }

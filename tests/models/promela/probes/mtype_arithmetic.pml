// mtypes are numbers: compare, add, index; printed by name.
// expect: states=11 edges=10 verdict=holds
// expect[optimise=none]: states=11 edges=10 verdict=holds
mtype={one,two,three}; mtype m; byte a[4]; byte g; active proctype A(){ m=one; g=m; m=three+1; g=m; a[two]=5; g=a[2]; if :: m==two -> g=7 :: else -> g=8 fi; printf("%e\n", m) }

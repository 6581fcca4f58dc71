// Each expansion of an inline has its own locals.
// expect: states=15 edges=14 verdict=holds
// expect[optimise=none]: states=18 edges=17 verdict=holds
byte g; inline f(a){ byte t; t=a; g=t; t=5 } active proctype A(){ f(1); f(2); { f(3) }; f(g) }

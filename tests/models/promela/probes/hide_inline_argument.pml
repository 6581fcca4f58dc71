// A global given to an inline counts as read, even if the inline only increments it.
// expect: states=13 edges=12 verdict=holds
// expect[optimise=none]: states=13 edges=12 verdict=holds
byte g; inline f(a) { a++ } active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; f(g); skip }

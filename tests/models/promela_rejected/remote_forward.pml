// A remote reference to a proctype that is declared later.
// expect: verdict=rejected
byte g; active proctype A(){ g=1; !B@cs } active proctype B(){ cs: g=2 }

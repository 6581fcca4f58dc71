// A reference to a proctype that comes later in the text.
// expect: verdict=rejected
byte g; active proctype A(){ g=1; !B@cs } active proctype B(){ cs: g=2 }

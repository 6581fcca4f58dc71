// A loop over a field: where the structure lies in an array SPIN takes the length of that one, else it refuses.
// expect: verdict=rejected
typedef T { byte x[3] }; T t; byte n; active proctype P() { byte i; for (i in t.x) { n = n + i } }

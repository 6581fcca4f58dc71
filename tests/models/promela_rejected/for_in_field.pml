// A loop over a field: if the structure is in an array, SPIN uses the length of that array; otherwise it rejects the loop.
// expect: verdict=rejected
typedef T { byte x[3] }; T t; byte n; active proctype P() { byte i; for (i in t.x) { n = n + i } }

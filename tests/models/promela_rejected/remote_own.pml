// A label of the own proctype by remote reference, before the label.
// expect: verdict=rejected
byte g; active [2] proctype A(){ g=1; g = A[0]@cs; cs: g=2 }

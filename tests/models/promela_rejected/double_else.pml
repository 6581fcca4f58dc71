// Two else in one selection.
// expect: verdict=rejected
byte g; active proctype A(){ if :: g==1 :: else :: else fi }

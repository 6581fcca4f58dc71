// goto to the label in front of a d_step.
// expect: verdict=rejected
byte g; active proctype A(){ if :: g==0 -> goto L :: g==1 fi; g=3; L: d_step { g=1; g=2 } }

// goto out of a d_step.
// expect: verdict=rejected
byte x; active proctype A(){ d_step { x=1; if :: x==1 -> goto L :: else fi; x=3 }; x=4; L: x=2 }

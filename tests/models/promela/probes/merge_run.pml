// Assignments of run are merged into one step, so nothing happens between them.
// full: run is a step that others observe; SPIN merges it, and so misses the violation
// expect: states=28 edges=51 verdict=holds
// expect[optimise=none]: states=83 edges=145 verdict=violated:assertion
byte g; proctype A(){ g=1; g=0 } init { pid p, q; p=run A(); q=run A(); assert(q==p+1); g=p+q }

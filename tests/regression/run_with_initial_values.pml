// A run is no local step, and not merged with others, where the new process creates channels or takes initial values from elsewhere.
// expect: states=31 edges=46 verdict=holds
// expect[optimise=none]: states=40 edges=61 verdict=holds
chan c5 = [1] of { byte };

proctype Child(bit p0) {
   chan w9 = c5;
   skip
}

proctype P10() {
   bool v12;
   pid z14;
   short i17;
   z14 = run Child((v12) & 1);
   for (i17 : 0 .. 2) {
      skip
   }
}

init {
   run P10()
}

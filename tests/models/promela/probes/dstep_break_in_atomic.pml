// expect: states=3 edges=2 verdict=holds
// expect[optimise=none]: states=3 edges=2 verdict=holds

active proctype P7() {
   byte n9;
   atomic {
      d_step {
         for (n9 : 0 .. 1) {
            skip
         }
      };
      skip;
      skip
   }
}

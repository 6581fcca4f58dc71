
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

// expect: states=4 edges=4 verdict=holds
// expect[optimise=none]: states=4 edges=4 verdict=holds
byte g2;
bit g3;
chan c5 = [0] of { byte };

active [2] proctype P6() {
   {
      c5?_
   } unless {
      c5!((g3 == g2)) & 1
   }
}

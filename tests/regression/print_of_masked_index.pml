// An index that is masked to its array decides about no error: g1 is no part of the state.
// expect: states=17 edges=27 verdict=holds
// expect[optimise=none]: states=20 edges=29 verdict=holds
bit g1;
byte g3[2];

active proctype P6() {
   printf("%d\n", g3[g1 & 1])
}

active proctype P11() {
   byte s13;
   select(s13:0..2);
   g1 = s13
}

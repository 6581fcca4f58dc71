// Of what is printed only the indices, divisors and conditions that decide about an error are part of the state.
// expect: states=2 edges=3 verdict=holds
// expect[optimise=none]: states=4 edges=6 verdict=holds
byte g1;
unsigned g3 : 2 = 1;
typedef Record { byte f; bit h[2]; unsigned u : 2 };
Record t4;
Record r5[2];

active proctype P10() {
   printf("%d\n", ((2 + t4.f) + (g3 - r5[1].h[g1 & 1])))
}

active proctype P12() {
   bit v14;
   do
   :: g3 = v14
   od
}

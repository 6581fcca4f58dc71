// A d_step right after a loop: the break would jump into it.
// expect: verdict=rejected
byte g; active proctype A(){ do :: g<2 -> g++ :: else -> break od; d_step { g=1; g=2 } }

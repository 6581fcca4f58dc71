// A choice inside d_step is no choice: the first executable option in the text is taken, else last.
// expect: states=5 edges=4 verdict=holds
// expect[optimise=none]: states=5 edges=4 verdict=holds
byte g, h; active proctype A(){ d_step { g=1; if :: h==1 -> g=9 :: g=2 :: g=3 fi; if :: else -> h=7 :: g==2 -> h=3 fi }; assert(g==2 && h==3); g = h }

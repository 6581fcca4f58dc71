// _last used only in a claim.
// expect: states=29 edges=39 verdict=holds
// expect[optimise=none]: states=29 edges=39 verdict=holds
byte g; active proctype A(){ g=1; g=2 } active proctype B(){ g=3; if :: g==1 :: g==2 :: else fi; g=4 } never { do :: _last==7 -> break :: else od }

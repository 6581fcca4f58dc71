// A hidden variable beside the local.
// expect: states=10 edges=10 verdict=holds
// expect[optimise=none]: states=16 edges=16 verdict=holds
hidden byte h; byte g; chan c=[2] of {byte}; active proctype A(){ byte x, y; if :: x=1 :: x=2 fi; x>0; h=1; g=1; g=2; skip; g==0 || g>0 }

// Both sides in atomic, three in a row; which process continues.
// expect: states=22 edges=37 verdict=holds
// expect[optimise=none]: states=43 edges=66 verdict=holds
chan r=[0] of {byte}; chan s=[0] of {byte}; byte g; active proctype A(){ atomic { g=1; r!1; g=2 } } active proctype B(){ atomic { r?_; g=3; s!2; g=4 } } active proctype C(){ atomic { s?_; g=5; g=6 } } active proctype D(){ g=7 }

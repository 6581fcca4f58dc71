// A chain inside atomic with a guard in its middle.
// expect: states=9 edges=11 verdict=holds
// expect[optimise=none]: states=13 edges=17 verdict=holds
byte g, h; active proctype A(){ byte x; atomic { x=1; g=1; x=2; h==1; x=3; g=2; x=4 }; x=5; x=6 } active proctype B(){ h=1 }

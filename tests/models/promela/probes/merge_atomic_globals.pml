// Inside atomic, globals may be merged; around it not.
// expect: states=68 edges=96 verdict=holds
// expect[optimise=none]: states=76 edges=104 verdict=holds
byte g, h; active proctype A(){ byte x; x=1; g=1; atomic { g=2; h=3; x=2; h=4 }; g=h; x=g } active proctype B(){ byte y; y=g+h; g=y }

// Two atomic sequences one after the other: control may be lost between them.
// expect: states=30 edges=35 verdict=holds
// expect[optimise=none]: states=30 edges=35 verdict=holds
byte g; active proctype A(){ atomic { g=1; g=2 }; atomic { g=3; g=4 } } active proctype B(){ byte x; x=g; g=x+1 }

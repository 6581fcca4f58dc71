// mtype and bool fields, the parenthesised form of messages, constants in patterns.
// expect: states=8 edges=7 verdict=holds
// expect[optimise=none]: states=8 edges=7 verdict=holds
mtype={a,b}; chan c=[2] of {mtype,byte,bool}; byte g; active proctype A(){ mtype m; byte x; bool o; c!a(3,true); c!b,4,0; c?m(x,o); g=m+x; c?b(eval(x+1),_); g=len(c) }

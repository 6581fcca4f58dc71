// One variable for two fields of a receive.
// expect: verdict=rejected
chan c=[1] of {byte,byte}; byte x; active proctype A(){ c!1,2; c?x,x }

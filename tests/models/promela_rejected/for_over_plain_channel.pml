// for-in needs a channel whose message is one record.
// expect: verdict=rejected
chan c=[2] of {byte,byte}; byte x; active proctype A(){ for (x in c) { skip } }

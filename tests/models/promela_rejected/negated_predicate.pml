// full, empty, nfull and nempty may not be negated.
// expect: verdict=rejected
chan c=[1] of {byte}; active proctype A(){ if :: !empty(c) -> skip :: empty(c) fi }

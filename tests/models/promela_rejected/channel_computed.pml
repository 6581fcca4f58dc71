// A channel chosen by a conditional expression: a channel may be assigned, but not computed.
// expect: verdict=rejected
chan a = [1] of { byte }; chan b = [1] of { byte }; byte g; init { chan c; c = (g == 0 -> a : b); c!1 }

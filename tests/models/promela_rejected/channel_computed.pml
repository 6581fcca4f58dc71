// A channel chosen by a conditional expression: what is assigned may be a channel, but no operation on channels.
// expect: verdict=rejected
chan a = [1] of { byte }; chan b = [1] of { byte }; byte g; init { chan c; c = (g == 0 -> a : b); c!1 }

// The same name in two sets.
// expect: verdict=rejected
mtype = {a}; mtype:f = {a}; init { skip }

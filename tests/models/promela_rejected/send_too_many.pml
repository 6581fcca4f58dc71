// More values than fields.
// expect: verdict=rejected
chan c=[1] of {byte}; init { c!1,2 }

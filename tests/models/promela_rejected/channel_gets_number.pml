// A number assigned to a channel variable.
// expect: verdict=rejected
chan c; init { c=1; c!3 }

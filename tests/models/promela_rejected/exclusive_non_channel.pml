// xr of a variable that is not a channel.
// expect: verdict=rejected
active proctype A() { byte x = 1; xr x; x = 2 }

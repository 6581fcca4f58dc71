// xr of something that is no channel.
// expect: verdict=rejected
active proctype A() { byte x = 1; xr x; x = 2 }

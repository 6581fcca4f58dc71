// Arrays have one dimension.
// expect: verdict=rejected
byte a[2][2]; init { skip }

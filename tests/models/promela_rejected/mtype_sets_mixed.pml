// A value of one named mtype set for a variable of another.
// expect: verdict=rejected
mtype:f = {a,b}; mtype:g={c}; mtype:f m; init { m = c }

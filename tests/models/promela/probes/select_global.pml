// select of a global: does it count as a read of it?
// expect: states=12 edges=13 verdict=holds
// expect[optimise=none]: states=22 edges=27 verdict=holds
byte g; byte h; active proctype A(){ select(g : 0..2); h=1; select(h : 0..2); g = h }

// Arrays of bit and bool are arrays of bytes: cells hold 0 to 255, alone and in records; single ones hold one bit.
// expect: states=20 edges=19 verdict=holds
// expect[optimise=none]: states=20 edges=19 verdict=holds
bit a[2]; bool b[2]; typedef T { bit c[2]; bit d }; T t; bit e; byte g; active proctype A(){ bit l[2]; a[0]=2; g=a[0]; assert(g==2); b[1]=b[1]-1; g=b[1]; assert(g==255); t.c[0]=7; g=t.c[0]; assert(g==7); l[1]=300; g=l[1]; assert(g==44); t.d=2; g=t.d; assert(g==0); e--; g=e; assert(g==1) }

// Local arrays, records and channels are not reset.
// expect: states=28 edges=30 verdict=holds
// expect[optimise=none]: states=28 edges=30 verdict=holds
byte g; typedef T { byte x }; active proctype A(){ byte a[2]; T t; if :: a[0]=1 :: a[0]=2 fi; if :: t.x=1 :: t.x=2 fi; a[0]>0; t.x>0; g=1; g=2; skip }

// Fields of local records and cells of local arrays are not reset; the index of one is.
// expect: states=42 edges=48 verdict=holds
// expect[optimise=none]: states=62 edges=68 verdict=holds
byte g; typedef T { byte x }; active proctype A(){ T t; byte a[2]; byte x; if :: t.x=1 :: t.x=2 fi; t.x>0; if :: a[0]=1 :: a[0]=2 fi; a[0]>0; if :: x=0 :: x=1 fi; t.x==0 || a[x]>=0; g=1; g=2; skip; g==0 || g>0 }

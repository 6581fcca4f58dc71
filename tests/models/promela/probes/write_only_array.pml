// Only written: scalar arrays, records, cells by index, in d_step, in receives.
// expect: states=52 edges=60 verdict=holds
// expect[optimise=none]: states=151 edges=150 verdict=holds
byte a[2], w, v; typedef T { byte x; byte y[2] }; T t; chan c=[1] of {byte}; byte i; active proctype A(){ if :: a[0]=1 :: a[1]=2 fi; if :: t.x=2 :: t.y[1]=3 fi; if :: c!4 :: c!5 fi; c?w; if :: i=1 :: i=0 fi; a[i]=5; if :: d_step { v=7; v=8 } :: v=3 fi; skip }

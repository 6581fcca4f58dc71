byte a[3], b[1]; byte g; active proctype A(){ byte i; int k; for (i in a) { a[i]=i+1 } for (k in b) { b[k]=5 } g=a[0]+a[1]+a[2]+b[0]; g=i; g=k }

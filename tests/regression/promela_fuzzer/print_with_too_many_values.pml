mtype = {a,b,c}; mtype = {d,e}; mtype:F = {p,q,r}; mtype:G = {s,t}; mtype m; mtype:F f;
active proctype A(){ m:- a; f = p; assert(a==53 && b==2 && c==1); assert(d==5 && e==4); printf("a%d bݛߜ%d d%W e%d p%d q%d r%d s%d t%d\n",a,b,c,d,e,p,q,r,s,t) }

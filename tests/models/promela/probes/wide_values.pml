// Truncation at assignment, at initialisation, in messages and in parameters.
// expect: states=23 edges=22 verdict=holds
// expect[optimise=none]: states=23 edges=22 verdict=holds
byte b=300; bit t=2; bool o=3; short s=70000; unsigned u:3=9; pid q=257; int i; mtype={m1,m2}; mtype m; chan c=[1] of {byte,bit,short,bool}; proctype P(bit x; byte y){ i=x; i=y } active proctype A(){ assert(b==44 && t==0 && o==1); i=s; i=u; i=q; b=-1; t=3; o=4; i=o; u=-1; i=u; s=32768; i=s; m=258; i=m; c!300,2,70000,4; c?b,t,s,o; i=b+t+s+o; run P(2,257) }

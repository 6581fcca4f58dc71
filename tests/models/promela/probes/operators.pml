// Division and remainder towards zero, shifts, bit operations, precedence, in int arithmetic.
// expect: states=19 edges=18 verdict=holds
// expect[optimise=none]: states=19 edges=18 verdict=holds
int i; active proctype A(){ i=-7/2; i=-7%3; i=7%-3; i=1<<31; i=i>>31; i=-8>>1; i=~5; i=5^3&6|8; i=1+2*3-4/2; i=2==2!=0; i=1<2==1; i=5&3==3; i=-(-3); i=!3+1; i= 1<<33; i=2147483647+1; i=(1->2:3)+1 }

// expect: states=9 edges=11 verdict=violated:safety
// expect[optimise=none]: states=9 edges=11 verdict=violated:safety
// An index that is a number outside the array is an error in what is assigned to a variable that is no part of the state.
int length = 2;
bit a[length];
byte never_read;
proctype P(bit p) { if :: p -> never_read = a[2] :: else -> printf("%d %d\n", (p -> a[1] : a[0]), (p && a[3])) fi }
init { atomic { run P(1); run P(0) } }

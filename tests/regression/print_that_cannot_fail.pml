// expect: states=31 edges=34 verdict=holds
// expect[optimise=none]: states=106 edges=111 verdict=holds
// What is read by a print alone is no part of the state where the print cannot fail: numbers as indices are within the
// arrays, and division by a number other than 0 has a value.
mtype = { low, high };
byte a[2];
byte b;
mtype level = high;
byte left = 4;
active proctype P() {
   do
   :: left > 0; printf("%d %d %d\n", ((level == low) -> b : a[1]), b / 3, left % 2); level = low; left--
   :: left > 0; level = high; b++; left--
   :: left == 0; break
   od
}

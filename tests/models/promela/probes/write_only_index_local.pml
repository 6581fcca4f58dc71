// expect: states=2 edges=1 verdict=violated:safety
// expect[optimise=none]: states=2 edges=1 verdict=violated:safety
byte g1[2];

proctype P6(bit p0) {
   bit v8;
   g1[2] = (((v8 < v8) + (1 > v8))) % 2
}

init {
   run P6(1)
}

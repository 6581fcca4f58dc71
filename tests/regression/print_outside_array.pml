// expect: states=3 edges=4 verdict=violated:safety
// expect[optimise=none]: states=3 edges=4 verdict=violated:safety
// What is printed is computed: an index outside its array is an error, even where nothing else reads the index.
byte v[3];
byte i;
active proctype P() { do :: i = 4; printf("%d\n", v[i]) :: i = 1 od }

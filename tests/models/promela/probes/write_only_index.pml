// expect: states=3 edges=2 verdict=violated:safety
// expect[optimise=none]: states=3 edges=2 verdict=violated:safety
byte g3[2];

active proctype P7() {
   do
   :: g3[2] = (_pid) % 3;
      break
   od
}

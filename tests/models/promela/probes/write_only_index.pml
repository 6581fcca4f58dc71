// expect: states=1 edges=0 verdict=violated:safety
// expect[optimise=none]: states=1 edges=0 verdict=violated:safety
byte g3[2];

active proctype P7() {
   do
   :: g3[2] = (_pid) % 3;
      break
   od
}

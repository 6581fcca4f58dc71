// expect: states=217 edges=865 verdict=holds
// expect[optimise=none]: states=217 edges=865 verdict=holds
// expect[strategy=canonical]: states=57 edges=225 verdict=holds
// expect[strategy=enumerate]: states=57 edges=225 verdict=holds
/* Arrays with more cells than there are processes: the unused cells are not permuted; otherwise the group would be
   too large to go through. */
bit lit[64];
bit seen[64];

proctype Lamp(byte id) {
  do
  :: lit[id] = 1 - lit[id]
  :: lit[id] != seen[id] -> seen[id] = lit[id]
  od
}

init {
  atomic { run Lamp(0); run Lamp(1); run Lamp(2) }
}

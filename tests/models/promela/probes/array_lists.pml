// Lists of initial values that are shorter than their arrays: all further cells get the last value.
// expect: states=703 edges=1352 verdict=holds
// expect[optimise=none]: states=703 edges=1352 verdict=holds
typedef Row { byte cell[3] = {4, 5} };
byte one[4] = {7};
byte two[4] = {1, 2};
Row row[2];
active [2] proctype P() {
  byte own[4] = {6, 9};
  byte i;
  do
  :: i < 4 ->
    assert(one[i] == 7);
    assert(two[i] == (i == 0 -> 1 : 2) + _pid || _pid == 1);
    assert(own[i] == (i == 0 -> 6 : 9));
    assert(row[_pid].cell[i % 3] == (i % 3 == 0 -> 4 : 5));
    i = i + own[3] - two[3] - 6
  :: else -> break
  od
}

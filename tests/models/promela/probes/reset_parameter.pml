// A parameter read in a condition is reset, one never read is not.
// expect: states=16 edges=17 verdict=holds
// expect[optimise=none]: states=21 edges=22 verdict=holds
byte g; proctype B(byte x; byte y) { x>0; g=1; g=2; skip; g==0 || g>0 } init { if :: run B(1,1) :: run B(2,1) :: run B(2,2) fi }

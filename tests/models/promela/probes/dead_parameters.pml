// Parameters are reset after their last use in a condition.
// expect: states=21 edges=22 verdict=holds
// expect[optimise=none]: states=21 edges=22 verdict=holds
byte g; proctype A(byte p; byte q){ if :: q==1 -> g=p :: else -> g=p+2 fi; g=0; skip; skip } init { if :: run A(1,0) :: run A(2,1) :: run A(3,3) fi }

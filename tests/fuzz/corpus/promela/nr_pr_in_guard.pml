byte g; proctype A(){ g=g+1 } proctype B(){ _nr_pr<3 -> g=g+4 } init { run B(); run A(); _nr_pr==1 -> g=9 }

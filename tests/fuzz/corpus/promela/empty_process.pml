proctype A(){ skip } init { run A(); run A() }

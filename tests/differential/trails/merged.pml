byte x;
active [2] proctype P() { byte l; l = 1; l = 2; x++; atomic { x = x + 1; l = x } d_step { l = 0; x = l + x } ; assert(x < 4) }

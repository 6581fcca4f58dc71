// differs: SPIN undoes a receive from the variable that received; bits that did not fit are lost (spin -t refuses the trail)
proctype P(bit p) { chan q = [2] of { byte }; do :: q?p :: q!2 :: q?[0] -> assert(false) od }
init { run P(1); skip }

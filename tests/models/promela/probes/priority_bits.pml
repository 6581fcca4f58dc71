// differs: with priorities SPIN mistakes bits of processes for padding and omits them from the state
active proctype P5() priority 1 {
   bit v7;
   do
   :: v7++
   od;
}

// differs: with priorities SPIN takes bits of processes for padding and leaves them out of the state
active proctype P5() priority 1 {
   bit v7;
   do
   :: v7++
   od;
}

byte g; active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; select(g : 1..2); skip }

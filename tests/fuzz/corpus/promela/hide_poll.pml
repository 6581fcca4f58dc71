byte g; chan c=[1] of {byte}; active proctype A(){ if :: g=1 :: g=2 :: g=3 fi; c!1; if :: c?[g] :: c?_ fi; skip }

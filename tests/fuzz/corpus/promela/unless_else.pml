byte g; active proctype A(){ { if :: g==3 -> g=1 :: else -> g=2 fi; g=4 } unless { true -> g=5 } }

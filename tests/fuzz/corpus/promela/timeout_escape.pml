byte g; active proctype A(){ { g==9; g=1 } unless { timeout -> g=2 }; g=3 } active proctype B(){ g=8 }

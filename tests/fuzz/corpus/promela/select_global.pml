byte g; byte h; active proctype A(){ select(g : 0..2); h=1; select(h : 0..2); g = h }

chan r=[0] of {byte}; byte g; active proctype A(){ if :: r!1 -> g=1 :: r?_ -> g=2 fi } active proctype B(){ g=3; if :: g==3 -> r?_ :: g==3 -> r!5 fi }

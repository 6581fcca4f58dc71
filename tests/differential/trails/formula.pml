bool a; byte n;
active proctype P() { do :: a = !a :: n < 3 -> n++ od }
ltl f { <> (n == 3) }

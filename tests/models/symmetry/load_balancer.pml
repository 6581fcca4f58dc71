// The load balancer of [DM08] Fig. 6 in Promela, as tests/models/promela_lite has it in Promela-Lite: every channel is declared
// separately and passed to its process as a parameter.
chan null = [1] of { bit };
chan se1 = [3] of {chan};  chan se2 = [3] of {chan};  chan se3 = [3] of {chan};
chan lb1 = [1] of {pid, chan};  chan lb2 = [1] of {pid, chan};  chan lb3 = [1] of {pid, chan};
chan cl1 = [1] of {int};  chan cl2 = [1] of {int};  chan cl3 = [1] of {int};
chan cl4 = [1] of {int};  chan cl5 = [1] of {int};  chan cl6 = [1] of {int};

pid blocked_client = 9;

proctype loadbalancer(chan link; chan client_link; pid client_id; int pc) {
  do
  :: atomic { pc == 1 && nempty(link) -> link?client_id,client_link; pc = 2 }
  :: atomic { pc == 2 && client_id != blocked_client -> pc = 3 }
  :: atomic { pc == 2 && client_id == blocked_client && nfull(client_link) -> client_link!0; pc = 4 }
  :: atomic { pc == 3 && len(se1) <= len(se2) && len(se1) <= len(se3) && nfull(se1) -> se1!client_link; pc = 4 }
  :: atomic { pc == 3 && len(se2) <= len(se1) && len(se2) <= len(se3) && nfull(se2) -> se2!client_link; pc = 4 }
  :: atomic { pc == 3 && len(se3) <= len(se1) && len(se3) <= len(se2) && nfull(se3) -> se3!client_link; pc = 4 }
  :: atomic { pc == 4 -> client_id = 0; client_link = null; pc = 1 }
  od
}

proctype server(chan link; chan client_link; int pc) {
  do
  :: atomic { pc == 1 && nempty(link) -> link?client_link; pc = 2 }
  :: atomic { pc == 2 && nfull(client_link) -> client_link!1; pc = 3 }
  :: atomic { pc == 3 -> client_link = null; pc = 1 }
  od
}

proctype client(chan link; chan lb; int response; int pc) {
  do
  :: atomic { pc == 1 && nfull(lb) -> lb!_pid,link; pc = 2 }
  :: atomic { pc == 2 && nempty(link) -> link?response; pc = 3 }
  :: atomic { pc == 3 -> response = -1; pc = 1 }
  od
}

init {
  atomic {
    run server(se1, null, 1);  run server(se2, null, 1);  run server(se3, null, 1);
    run loadbalancer(lb1, null, 0, 1);  run loadbalancer(lb2, null, 0, 1);  run loadbalancer(lb3, null, 0, 1);
    run client(cl1, lb1, -1, 1);  run client(cl2, lb1, -1, 1);
    run client(cl3, lb2, -1, 1);  run client(cl4, lb2, -1, 1);
    run client(cl5, lb3, -1, 1);  run client(cl6, lb3, -1, 1)
  }
}

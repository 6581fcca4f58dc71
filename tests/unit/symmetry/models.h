// Programs with every kind of cell that symmetry must handle, built with ir::Builder.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/ir/builder.h"
#include "symmetry/perm/symmetry_group.h"

namespace px::test {

struct Model {
  std::string name;
  std::shared_ptr<const ir::Program> program;
  symmetry::SymmetryGroup group;
};

// Data only (no actions): for drawing random states.
Model lanes_model(uint32_t n);                  // plain lanes and scalars of the sort: ss empty
Model wide_lanes_model(uint32_t n);             // lanes of more than eight bytes: hashed keys
Model pointers_model(uint32_t n);               // cells indexed by the sort that hold elements
Model queues_model(uint32_t n);                 // queues of elements with and without "none", global and in lanes
Model sets_model(uint32_t n);                   // sets of elements, global and in lanes
Model relations_model(uint32_t n);              // arrays indexed twice, records with arrays
Model two_sorts_model(uint32_t n, uint32_t m);  // two sorts that point to each other
Model blocks_model();                           // several families and several blocks in one sort
std::vector<Model> data_models();               // small instances of all of these

// Peterson's mutual exclusion for n processes, as in [BDLM09] Fig. 3: process 0 starts the users 1..n.
std::shared_ptr<const ir::Program> peterson(uint32_t n);

// [LM07] Fig. 1: sessions log in and out.
std::shared_ptr<const ir::Program> login(uint32_t n);

// Clients write to each other through a mailer: mailboxes, one per client, hold the addresses of senders, and each
// client remembers whom it wrote to.
std::shared_ptr<const ir::Program> mail(uint32_t n);

}  // namespace px::test

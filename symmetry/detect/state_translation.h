// Translates states of a lifted program back to states of the program as the user wrote it.
//
// A location that represents several is looked up in the variable that selects one of them; the members of a lifted
// group of variables are read from the cells of the array that they became; elements that were numbers become numbers
// again; and locals that identify a process are determined by its location. Both programs have the same runs, so the
// translated states of a run are a run of the program as written, with the same actions and arguments.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/ir/layout.h"
#include "symmetry/detect/lift.h"

namespace px::symmetry {

class StateTranslation {
 public:
  // Handles of interned sequences are copied unchanged.
  StateTranslation(const ir::Program& written, const LiftedProgram& lifted, const ir::Layout& written_layout,
                   const ir::Layout& lifted_layout);

  std::vector<uint64_t> as_written(const std::vector<uint64_t>& lifted) const;

 private:
  // One of several places that became one: selected by the value that `bit` holds for process 0.
  struct Merged {
    uint64_t bit = 0;
    uint64_t stride = 0;
    ir::ScalarCode code;
    std::vector<uint32_t> members;  // their numbers in their family
  };
  struct Control {  // of a family
    ir::LaneLayout written;
    ir::LaneLayout lifted;
    uint32_t processes = 0;
    std::map<uint32_t, Merged> merged;  // by the number of the location that represents them
  };
  struct Scalar {  // a scalar that has moved
    uint64_t from = 0;
    uint64_t to = 0;
    uint32_t width = 0;
  };

  struct Number {  // a number that became an element
    uint64_t from = 0;
    uint64_t to = 0;
    ir::ScalarCode element;
    ir::ScalarCode number;
    ValueClass values;
  };
  struct Known {            // a local that processes have only at some locations
    uint64_t location = 0;  // the bit where the location of the process starts
    ir::ScalarCode control;
    uint64_t to = 0;
    uint32_t width = 0;
    uint64_t raw = 0;
    size_t constant = 0;  // the constant whose locations apply
  };

  class Maker;

  void write_scalars(const std::vector<uint64_t>& lifted, std::vector<uint64_t>& state) const;
  void write_controls(const std::vector<uint64_t>& lifted, std::vector<uint64_t>& state) const;

  uint32_t words_ = 0;
  std::vector<Control> controls_;
  std::vector<Scalar> scalars_;
  std::vector<Number> numbers_;
  std::vector<Known> known_;
  std::vector<ConstantLocal> constants_;
};

}  // namespace px::symmetry

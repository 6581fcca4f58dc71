// Values of variables as wholes, in B notation: {Phil1 |-> Forks2}, [3, 4], rec(kind:"home", digits:2).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/ir/state_cursor.h"

namespace px::driver {

class ValueText {
 public:
  ValueText(const ir::Program& program, const ir::Layout& layout, const uint64_t* state)
      : program_(program), layout_(layout), state_(state) {}

  // For a variable whose notation is given (ir::Variable::notation).
  std::string of(ir::VariableId variable) const;

 private:
  using At = ir::StateCursor;
  // A dimension: the text around its values, and their names if the numbers stand for something else.
  struct Dimension {
    std::string before;
    ir::NamesId names;
    std::string after;
  };

  // Each function consumes the part of the notation that it needs.
  std::vector<Dimension> dimensions(std::string_view& notation) const;
  std::string value(std::string_view& notation, const At& at) const;
  std::string mask(std::string_view& notation, const At& at) const;
  std::string tuples(std::string_view& notation, const At& at) const;
  std::string function(std::string_view& notation, const At& at) const;
  std::string sequence(std::string_view& notation, const At& at) const;
  std::string components(std::string_view& notation, const At& at, bool pair) const;
  template <class Visit>
  void for_each_cell(const At& at, const Dimension* first, const Dimension* last, const std::string& before,
                     const Visit& visit) const;

  int64_t read(const At& at) const { return at.read(state_); }
  std::string scalar(const At& at) const;
  std::string members(const At& at, const Dimension& dimension, const std::string& before) const;
  std::string element(const ir::Domain& domain, const Dimension& dimension, uint32_t index) const;
  std::string element(const ir::Domain& domain, ir::NamesId names, uint32_t index) const;

  const ir::Program& program_;
  const ir::Layout& layout_;
  const uint64_t* state_;
};

}  // namespace px::driver

// Numbers everything in a state that can be read or written separately: the cells of which footprints consist.
//
//   0 .. processes - 1        the location of each process
//   then, variable by variable, its scalars: arrays element by element, records field by field
//   a queue: its head, its tail, its length, its items
//   then, for each location that some expression tests and each process: whether the process is there
//
// A process that moves writes its location cell, and the cells of the locations that it leaves and enters. So a test of
// whether the process has ended does not depend on its other steps.
//
// A queue has four cells because different processes use its two ends. A send writes the tail and adds to the length; a
// receive writes the head and subtracts from the length; so they commute wherever both are possible. Code that reads
// the length as a number, or items other than the first, reads the third or the fourth cell, which both ends change.
//
// A variable with very many scalars is a single cell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/ir/program.h"

namespace px::ir {

class CellSpace {
 public:
  explicit CellSpace(const Program& program);  // must outlive this

  static constexpr uint32_t kNoProcess = UINT32_MAX;
  enum QueueCell : uint32_t { kHead, kTail, kLength, kItems, kQueueCells };

  uint32_t count() const { return count_; }
  uint32_t processes() const { return static_cast<uint32_t>(process_family_.size()); }
  // The number of a process, which is also its cell; kNoProcess if the family has no such element.
  uint32_t process(FamilyId family, int64_t element) const;
  FamilyId family_of(uint32_t process) const { return process_family_[process]; }
  int64_t element_of(uint32_t process) const { return process_element_[process]; }

  // The cell "the process stands at the location"; kNoProcess if no expression tests it.
  uint32_t standing_at(uint32_t process, LocationId location) const;
  // The locations of its family that some expression tests.
  const std::vector<LocationId>& asked_about(uint32_t process) const {
    return asked_about_[process_family_[process].value];
  }

  uint32_t first(VariableId variable) const { return first_[variable.value]; }
  bool is_one_cell(VariableId variable) const { return one_cell_[variable.value]; }
  // The number of cells of a value of the type.
  uint32_t size(TypeId type) const { return size_[type.value]; }

  // The capacity of the queue that begins at this cell, if one does.
  std::optional<uint32_t> capacity_at(uint32_t cell) const;
  VariableId variable_of(uint32_t cell) const;  // invalid: a location cell
  // For messages: "turn", "flag[1]", "q[2]: head", "where P#1 stands".
  std::string name(uint32_t cell) const;

 private:
  static constexpr uint64_t kMaxCellsOfVariable = 4096;
  static constexpr uint64_t kMaxCells = uint64_t{1} << 16;

  uint64_t size_of(TypeId type);
  void add_standing();
  TypeId part_at(VariableId variable, uint32_t& offset, std::string* path) const;

  const Program& program_;
  std::vector<uint32_t> process_first_;  // by family
  std::vector<FamilyId> process_family_;
  std::vector<int64_t> process_element_;
  std::vector<uint32_t> first_;  // by variable
  std::vector<bool> one_cell_;
  std::vector<uint32_t> size_;                        // by type; saturated
  std::vector<std::vector<LocationId>> asked_about_;  // by family, ascending
  std::vector<uint32_t> standing_first_;              // by location: the cell of its family's first process
  uint32_t variables_end_ = 0;
  uint32_t count_ = 0;
};

}  // namespace px::ir

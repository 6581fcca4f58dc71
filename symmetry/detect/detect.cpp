#include "symmetry/detect/detect.h"

#include <algorithm>
#include <map>

#include "engine/base/check.h"
#include "symmetry/detect/element_uses.h"
#include "symmetry/detect/initial_state.h"
#include "symmetry/detect/program_image.h"
#include "symmetry/detect/set_by_init.h"
#include "symmetry/perm/state_permuter.h"

namespace px {
namespace {

class Detector {
 public:
  Detector(const ir::Program& program, const ir::Layout& layout, StatePermuter permuter)
      : program_(program),
        permuter_(std::move(permuter)),
        image_(program, permuter_.space()),
        initial_(initial_values(program, layout)),
        items_(image_.items(Permutation(space().size()))),
        uses_(find_element_uses(program, space())),
        overwritten_(set_by_init(program)) {}

  DetectedSymmetry run() {
    DetectedSymmetry found;
    notes_ = uses_.notes;
    for (uint32_t s = 0; s < program_.sorts.size(); ++s) find_blocks(ir::SortId(s), found.group);
    found.notes = std::move(notes_);
    return found;
  }

  bool is_valid(const Permutation& p, std::vector<Diagnostic>* notes) {
    for (uint32_t point = 0; point < p.size(); ++point) {
      if (p.image(point) == point) continue;
      if (uses_.fixed[point] || space().sort_of(point) != space().sort_of(p.image(point))) return false;
      if (families_of(point) != families_of(p.image(point))) return false;
    }
    return keeps_initial_values(p, notes) && keeps_text(p, notes);
  }

 private:
  const ElementSpace& space() const { return permuter_.space(); }

  std::vector<ir::FamilyId> families_of(uint32_t point) const {
    std::vector<ir::FamilyId> families;
    const uint32_t element = space().element_of(point);
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      const ir::Family& family = program_.families[ir::FamilyId(f)];
      if (family.sort != space().sort_of(point)) continue;
      if (family.first <= element && element < family.first + family.count) families.push_back(ir::FamilyId(f));
    }
    return families;
  }

  // Exchangeability is an equivalence, so an element need only be tried with one of each class found so far.
  void find_blocks(ir::SortId sort, SymmetryGroup& group) {
    std::vector<std::vector<uint32_t>> classes;
    for (uint32_t e = 0; e < space().count(sort); ++e) {
      const uint32_t point = space().point(sort, e);
      if (uses_.fixed[point]) continue;
      const auto home = std::find_if(classes.begin(), classes.end(), [&](const std::vector<uint32_t>& others) {
        return exchangeable(point, space().point(sort, others.front()));
      });
      if (home != classes.end()) {
        home->push_back(e);
      } else {
        classes.push_back({e});
      }
    }
    for (std::vector<uint32_t>& elements : classes) {
      if (elements.size() > 1) group.blocks.push_back(Block{sort, std::move(elements)});
    }
  }

  bool exchangeable(uint32_t a, uint32_t b) {
    return families_of(a) == families_of(b) && is_valid(Permutation::transposition(space().size(), a, b), &notes_);
  }

  bool keeps_initial_values(const Permutation& p, std::vector<Diagnostic>* notes) {
    std::vector<uint64_t> moved(initial_.size());
    permuter_.apply(p, initial_.data(), moved.data());
    for (const Slot& slot : permuter_.slots()) {
      if (!slot.variable.valid() || !overwritten_[slot.variable.value]) continue;
      for_each_cell(slot, [&](uint64_t bit, uint64_t, const uint32_t*) {
        ir::write_bits(moved.data(), bit, slot.width, ir::read_bits(initial_.data(), bit, slot.width));
      });
    }
    if (moved == initial_) return true;
    if (notes != nullptr) note_initial_difference(p, moved, *notes);
    return false;
  }

  void note_initial_difference(const Permutation& p, const std::vector<uint64_t>& moved,
                               std::vector<Diagnostic>& notes) const {
    for (const Slot& slot : permuter_.slots()) {
      bool differs = false;
      for_each_cell(slot, [&](uint64_t bit, uint64_t, const uint32_t*) {
        differs |= ir::read_bits(initial_.data(), bit, slot.width) != ir::read_bits(moved.data(), bit, slot.width);
      });
      if (!differs) continue;
      const SourceSpan span = slot.variable.valid() ? program_.variables[slot.variable].span
                                                    : program_.families[slot.dimensions[0].family].span;
      return add_note(notes, span, p, "the initial value of '" + slot.name + "' tells them apart");
    }
  }

  bool keeps_text(const Permutation& p, std::vector<Diagnostic>* notes) {
    const std::vector<ProgramImage::Item> moved = image_.items(p);
    PX_CHECK(moved.size() == items_.size());
    bool equal = true;
    for (size_t i = 0; i < moved.size() && equal; ++i) equal = moved[i].text == items_[i].text;
    if (equal || notes == nullptr) return equal;
    for (const ProgramImage::Item& item : moved) {
      const bool kept = std::binary_search(items_.begin(), items_.end(), item);
      if (kept || !item.moves_literal) continue;
      add_note(*notes, item.literal.known() ? item.literal : item.span, p, item.what + " names one of them");
      break;
    }
    return false;
  }

  void add_note(std::vector<Diagnostic>& notes, SourceSpan span, const Permutation& p, const std::string& why) const {
    const bool known = std::any_of(notes.begin(), notes.end(), [&](const Diagnostic& d) {
      return d.span == span && (span.known() || d.message.ends_with(why));
    });
    if (known) return;
    const std::string what = p.cycles([&](uint32_t point) { return space().name(program_, point); });
    notes.push_back(Diagnostic{DiagnosticKind::SymmetryLost, span, what + " is not a symmetry: " + why, {}});
  }

  const ir::Program& program_;
  StatePermuter permuter_;
  ProgramImage image_;
  std::vector<uint64_t> initial_;
  std::vector<ProgramImage::Item> items_;  // of the program as it is
  ElementUses uses_;
  std::vector<bool> overwritten_;  // by init, before they are read
  std::vector<Diagnostic> notes_;
};

Diagnostic as_note(const Diagnostic& error) {
  return Diagnostic{DiagnosticKind::SymmetryLost, error.span, error.message, {}};
}

}  // namespace

DetectedSymmetry detect_symmetry(const ir::Program& program, const ir::Layout& layout) {
  Result<StatePermuter> permuter = StatePermuter::make(program, layout);
  if (permuter.ok()) return Detector(program, layout, std::move(*permuter)).run();
  DetectedSymmetry none;
  for (const Diagnostic& error : permuter.failure().diagnostics) none.notes.push_back(as_note(error));
  return none;
}

bool is_symmetry(const ir::Program& program, const ir::Layout& layout, const Permutation& permutation,
                 std::vector<Diagnostic>* notes) {
  Result<StatePermuter> permuter = StatePermuter::make(program, layout);
  return permuter.ok() && Detector(program, layout, std::move(*permuter)).is_valid(permutation, notes);
}

}  // namespace px

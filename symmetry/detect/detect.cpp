#include "symmetry/detect/detect.h"

#include <algorithm>
#include <map>

#include "engine/base/check.h"
#include "symmetry/detect/element_uses.h"
#include "symmetry/detect/initial_state.h"
#include "symmetry/detect/program_graph.h"
#include "symmetry/detect/program_image.h"
#include "symmetry/detect/set_by_init.h"
#include "symmetry/detect/twins.h"
#include "symmetry/group/analysed_group.h"
#include "symmetry/perm/state_permuter.h"

namespace px::symmetry {
namespace {

constexpr uint32_t kMaxGeneralPoints = 2048;  // a stabiliser chain stores its carriers explicitly
constexpr size_t kMaxNotes = 64;
constexpr size_t kMaxPairs = 500;  // of elements that cannot be exchanged, for which a reason is sought

class Detector {
 public:
  Detector(const ir::Program& program, const ir::Layout& layout, StatePermuter permuter,
           const std::vector<SortElement>& unused = {})
      : program_(program),
        permuter_(std::move(permuter)),
        image_(program, permuter_.space()),
        initial_(initial_values(program, layout)),
        uses_(find_element_uses(program, space())),
        overwritten_(set_by_init(program)) {
    for (const SortElement& one : unused) uses_.fixed[space().point(one.sort, one.element)] = true;
  }

  std::vector<Permutation> generators() {
    const uint32_t points = space().size();
    ColouredGraph graph = make_program_graph(program_, permuter_, initial_, image_, uses_.fixed, overwritten_);
    const std::vector<Points> cells = graph.cells(points);
    if (cells.size() == points) return {};
    const std::vector<Points> twins = find_twins(cells, [&](uint32_t a, uint32_t b) { return is_exchangeable(a, b); });
    if (!twins.empty()) graph.mark(numbered_within(twins));
    std::vector<Permutation> found = graph.automorphisms(points);
    std::erase_if(found, [&](const Permutation& p) { return !is_valid(p, nullptr); });
    drop_repeated(found);
    for (const Points& members : twins) {
      for (size_t k = 1; k < members.size(); ++k) {
        found.push_back(Permutation::transposition(points, members[0], members[k]));
      }
    }
    return found;
  }

  DetectedSymmetry run(const std::optional<std::vector<Permutation>>& known) {
    DetectedSymmetry found;
    notes_ = uses_.notes;
    found.generators = known ? *known : generators();
    std::erase_if(found.generators, [&](const Permutation& p) { return known && !is_valid(p, nullptr); });
    const std::vector<Points> orbits = orbits_of(found.generators);
    bool product = true;
    for (const Points& orbit : orbits) product &= find_blocks(orbit, found);
    if (!product) add_general_part(found);
    note_losses(orbits);
    found.notes = std::move(notes_);
    return found;
  }

  bool is_valid(const Permutation& p, std::vector<Diagnostic>* notes) {
    if (!keeps_kinds(p, notes)) return false;
    return keeps_initial_values(p, notes) && keeps_text(p, notes);
  }

 private:
  using Points = std::vector<uint32_t>;

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

  // Per point, its index in its class.
  std::vector<uint32_t> numbered_within(const std::vector<Points>& classes) const {
    std::vector<uint32_t> numbers(space().size(), 0);
    for (const Points& members : classes) {
      for (uint32_t k = 0; k < members.size(); ++k) numbers[members[k]] = k;
    }
    return numbers;
  }

  // Automorphisms of the graph may differ only in vertices that are not elements.
  static void drop_repeated(std::vector<Permutation>& generators) {
    std::vector<Permutation> different;
    for (Permutation& generator : generators) {
      const bool known = std::find(different.begin(), different.end(), generator) != different.end();
      if (!known) different.push_back(std::move(generator));
    }
    generators = std::move(different);
  }

  // All points; those that are not moved are orbits of one point.
  std::vector<Points> orbits_of(const std::vector<Permutation>& generators) const {
    std::vector<Points> orbits;
    std::vector<bool> seen(space().size(), false);
    for (uint32_t start = 0; start < space().size(); ++start) {
      if (seen[start]) continue;
      seen[start] = true;
      Points orbit{start};
      for (size_t k = 0; k < orbit.size(); ++k) {
        for (const Permutation& generator : generators) {
          const uint32_t image = generator.image(orbit[k]);
          if (!seen[image]) orbit.push_back(image);
          seen[image] = true;
        }
      }
      std::sort(orbit.begin(), orbit.end());
      orbits.push_back(std::move(orbit));
    }
    return orbits;
  }

  // Exchangeability is an equivalence, and the group maps its classes to classes: those of an orbit are the images of
  // the first point's. Returns whether all points of the orbit may be permuted at will.
  bool find_blocks(const Points& orbit, DetectedSymmetry& found) {
    Points first{orbit.front()};
    for (size_t k = 1; k < orbit.size(); ++k) {
      if (is_exchangeable(orbit.front(), orbit[k])) first.push_back(orbit[k]);
    }
    if (first.size() < 2) return orbit.size() == 1;
    std::vector<Points> classes = images_of(std::move(first), found.generators);
    std::sort(classes.begin(), classes.end());
    for (const Points& points : classes) {
      Block block{space().sort_of(points.front()), {}};
      for (const uint32_t point : points) block.elements.push_back(space().element_of(point));
      for (size_t k = 1; k < points.size(); ++k) PX_CHECK(is_exchangeable(points[k - 1], points[k]));
      found.group.blocks.push_back(std::move(block));
    }
    return classes.size() == 1;
  }

  bool is_exchangeable(uint32_t a, uint32_t b) {
    return is_valid(Permutation::transposition(space().size(), a, b), nullptr);
  }

  // The class and its images, each ascending.
  std::vector<Points> images_of(Points start, const std::vector<Permutation>& generators) const {
    std::vector<bool> covered(space().size(), false);
    for (const uint32_t point : start) covered[point] = true;
    std::vector<Points> classes{std::move(start)};
    for (size_t k = 0; k < classes.size(); ++k) {
      for (const Permutation& generator : generators) {
        if (covered[generator.image(classes[k].front())]) continue;
        Points image;
        for (const uint32_t point : classes[k]) image.push_back(generator.image(point));
        std::sort(image.begin(), image.end());
        for (const uint32_t point : image) covered[point] = true;
        classes.push_back(std::move(image));
      }
    }
    return classes;
  }

  void add_general_part(DetectedSymmetry& found) {
    if (space().size() > kMaxGeneralPoints) {
      notes_.push_back(Diagnostic{DiagnosticKind::SymmetryLost,
                                  SourceSpan{},
                                  "symmetry beyond the free exchange of elements is searched for among up to " +
                                      std::to_string(kMaxGeneralPoints) + " elements; this model has " +
                                      std::to_string(space().size()),
                                  {}});
      return;
    }
    found.group.generators = found.generators;
    found.group.whole_order = analyse_group(space().size(), found.generators).chain.order();
  }

  // Explains why elements that sorts and families would allow to be exchanged cannot be.
  void note_losses(const std::vector<Points>& orbits) {
    std::map<std::vector<ir::FamilyId>, Points> representatives;  // of the orbits met
    size_t pairs = 0;
    for (const Points& orbit : orbits) {
      const uint32_t point = orbit.front();
      if (uses_.fixed[point]) continue;
      Points& others = representatives[families_of(point)];
      for (const uint32_t other : others) {
        if (notes_.size() >= kMaxNotes || pairs++ >= kMaxPairs) return;
        is_valid(Permutation::transposition(space().size(), other, point), &notes_);
      }
      others.push_back(point);
    }
  }

  bool keeps_kinds(const Permutation& p, std::vector<Diagnostic>* notes) const {
    const auto differ = [&](uint32_t point, const std::string& why) {
      if (notes != nullptr) add_note(*notes, {}, p, "'" + space().name(program_, point) + "' " + why);
      return false;
    };
    for (uint32_t point = 0; point < p.size(); ++point) {
      if (p.image(point) == point) continue;
      const bool alike = space().sort_of(point) == space().sort_of(p.image(point)) &&
                         families_of(point) == families_of(p.image(point));
      if (!alike) return differ(point, "and '" + space().name(program_, p.image(point)) + "' are of different kinds");
      if (uses_.fixed[point]) return differ(point, "is used as a number, or its place in an order matters");
    }
    return true;
  }

  bool keeps_initial_values(const Permutation& p, std::vector<Diagnostic>* notes) {
    std::vector<uint64_t> moved(initial_.size());
    permuter_.apply(p, initial_.data(), moved.data());
    for (const StateSlot& slot : permuter_.slots()) {
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
    for (const StateSlot& slot : permuter_.slots()) {
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
    if (image_.is_kept_by(p)) return true;
    if (notes == nullptr) return false;
    const ProgramImage::Difference difference = image_.first_difference(p);
    if (difference.item == nullptr) return false;
    add_note(*notes, difference.span, p, difference.item->what + " names one of them");
    return false;
  }

  void add_note(std::vector<Diagnostic>& notes, SourceSpan span, const Permutation& p, const std::string& why) const {
    const bool known = std::any_of(notes.begin(), notes.end(), [&](const Diagnostic& d) {
      return d.span == span && (span.known() || d.message.ends_with(why));
    });
    if (known) return;
    notes.push_back(Diagnostic{DiagnosticKind::SymmetryLost, span, denial(p) + ": " + why, {}});
  }

  std::string denial(const Permutation& p) const {
    const auto name = [&](uint32_t point) { return space().name(program_, point); };
    std::vector<uint32_t> moved;
    for (uint32_t point = 0; point < p.size(); ++point) {
      if (p.image(point) != point) moved.push_back(point);
    }
    if (moved.size() != 2) return p.cycles(name) + " is not a symmetry";
    return name(moved[0]) + " and " + name(moved[1]) + " cannot be exchanged alone";
  }

  const ir::Program& program_;
  StatePermuter permuter_;
  ProgramImage image_;
  std::vector<uint64_t> initial_;
  ElementUses uses_;
  std::vector<bool> overwritten_;  // by init, before they are read
  std::vector<Diagnostic> notes_;
};

Diagnostic as_note(const Diagnostic& error) {
  return Diagnostic{DiagnosticKind::SymmetryLost, error.span, error.message, {}};
}

}  // namespace

DetectedSymmetry detect_symmetry(const ir::Program& program, const ir::Layout& layout, const DetectionHints& hints) {
  Result<StatePermuter> permuter = StatePermuter::make(program, layout);
  if (permuter.ok()) return Detector(program, layout, std::move(*permuter), hints.unused).run(hints.generators);
  DetectedSymmetry none;
  for (const Diagnostic& error : permuter.failure().diagnostics) none.notes.push_back(as_note(error));
  return none;
}

std::vector<Permutation> find_generators(const ir::Program& program, const ir::Layout& layout,
                                         const std::vector<SortElement>& unused) {
  Result<StatePermuter> permuter = StatePermuter::make(program, layout);
  if (!permuter.ok()) return {};
  return Detector(program, layout, std::move(*permuter), unused).generators();
}

bool is_symmetry(const ir::Program& program, const ir::Layout& layout, const Permutation& permutation,
                 std::vector<Diagnostic>* notes) {
  Result<StatePermuter> permuter = StatePermuter::make(program, layout);
  return permuter.ok() && Detector(program, layout, std::move(*permuter)).is_valid(permutation, notes);
}

}  // namespace px::symmetry

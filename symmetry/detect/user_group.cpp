#include "symmetry/detect/user_group.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "symmetry/group/permutation_group.h"
#include "symmetry/perm/element_space.h"

namespace px::symmetry {
namespace {

class Reader {
 public:
  Reader(const ir::Program& program, const ir::Layout& layout, const SourceMap& sources, FileId file)
      : program_(program), layout_(layout), sources_(sources), file_(file), space_(program) {
    for (uint32_t p = 0; p < space_.size(); ++p) point_of_[space_.name(program, p)] = static_cast<uint16_t>(p);
  }

  Result<std::vector<Permutation>> run() {
    std::vector<Permutation> generators;
    const size_t lines = static_cast<size_t>(std::count(text().begin(), text().end(), '\n')) + 1;
    for (line_ = 1; line_ <= lines; ++line_) {
      rest_ = sources_.line(file_, line_);
      rest_ = rest_.substr(0, rest_.find("//"));
      column_ = 1;
      skip_blanks();
      if (rest_.empty()) continue;
      std::optional<Permutation> p = permutation();
      if (p) check(*p);
      if (!failure_.diagnostics.empty()) return std::move(failure_);
      generators.push_back(std::move(*p));
    }
    return generators;
  }

 private:
  std::string_view text() const { return sources_.text(file_); }
  void skip_blanks() {
    while (!rest_.empty() && std::string_view(" \t\r,").find(rest_.front()) != std::string_view::npos) advance(1);
  }
  void advance(size_t count) {
    rest_.remove_prefix(count);
    column_ += static_cast<uint32_t>(count);
  }
  bool fail(DiagnosticKind kind, uint32_t length, std::string message, std::string hint = {}) {
    failure_.diagnostics.push_back(
        Diagnostic{kind, {file_, line_, column_, length}, std::move(message), std::move(hint)});
    return false;
  }

  std::optional<Permutation> permutation() {
    std::vector<uint16_t> images(space_.size());
    std::iota(images.begin(), images.end(), uint16_t{0});
    while (!rest_.empty()) {
      if (rest_.front() != '(') {
        fail(DiagnosticKind::SyntaxError, 1, "expected a cycle such as (a b c)",
             "a line holds a permutation; // begins a comment");
        return {};
      }
      advance(1);
      if (!cycle(images)) return {};
      skip_blanks();
    }
    return Permutation(std::move(images));
  }

  bool cycle(std::vector<uint16_t>& images) {
    std::vector<uint16_t> members;
    for (skip_blanks(); !rest_.empty() && rest_.front() != ')'; skip_blanks()) {
      const size_t length = std::min(rest_.size(), rest_.find_first_of(" \t\r,()"));
      const std::string name(rest_.substr(0, length));
      const auto found = point_of_.find(name);
      if (length == 0 || found == point_of_.end()) {
        return fail(DiagnosticKind::UnknownName, static_cast<uint32_t>(std::max<size_t>(length, 1)),
                    "no element is called '" + name + '\'', "'pexplore symmetry MODEL' lists the names");
      }
      const bool twice = images[found->second] != found->second ||
                         std::find(members.begin(), members.end(), found->second) != members.end();
      if (twice)
        return fail(DiagnosticKind::SyntaxError, static_cast<uint32_t>(length), '\'' + name + "' occurs twice");
      members.push_back(found->second);
      advance(length);
    }
    if (rest_.empty()) return fail(DiagnosticKind::SyntaxError, 1, "expected ')'");
    advance(1);
    for (size_t i = 0; i < members.size(); ++i) images[members[i]] = members[(i + 1) % members.size()];
    return true;
  }

  void check(const Permutation& p) {
    std::vector<Diagnostic> notes;
    if (is_symmetry(program_, layout_, p, &notes)) return;
    column_ = 1;
    fail(DiagnosticKind::NotASymmetry, static_cast<uint32_t>(sources_.line(file_, line_).size()),
         "this is no symmetry of the model", notes.empty() ? "" : notes[0].message);
    std::erase_if(notes, [](const Diagnostic& note) { return !note.span.known(); });  // the hint says it all
    for (Diagnostic& note : notes) failure_.diagnostics.push_back(std::move(note));
  }

  const ir::Program& program_;
  const ir::Layout& layout_;
  const SourceMap& sources_;
  FileId file_;
  ElementSpace space_;
  std::map<std::string, uint16_t> point_of_;
  std::string_view rest_;
  uint32_t line_ = 1;
  uint32_t column_ = 1;
  Failure failure_;
};

// The elements of which the group contains every transposition.
void find_blocks(const PermutationGroup& group, const ElementSpace& space, SymmetryGroup& result) {
  bool product = true;
  for (const std::vector<uint16_t>& orbit : group.orbits()) {
    std::vector<std::vector<uint16_t>> classes;
    for (const uint16_t point : orbit) {
      const auto home = std::find_if(classes.begin(), classes.end(), [&](const auto& others) {
        return group.contains(Permutation::transposition(space.size(), point, others.front()));
      });
      if (home == classes.end()) {
        classes.push_back({point});
      } else {
        home->push_back(point);
      }
    }
    product &= classes.size() == 1;
    for (const std::vector<uint16_t>& members : classes) {
      if (members.size() < 2) continue;
      Block block{space.sort_of(members.front()), {}};
      for (const uint16_t point : members) block.elements.push_back(space.element_of(point));
      result.blocks.push_back(std::move(block));
    }
  }
  if (product) return;
  result.generators = group.generators();
  result.whole_order = group.order();
}

}  // namespace

Result<DetectedSymmetry> read_user_symmetry(const ir::Program& program, const ir::Layout& layout,
                                            const SourceMap& sources, FileId file) {
  Result<std::vector<Permutation>> generators = Reader(program, layout, sources, file).run();
  if (!generators) return std::move(generators.failure());
  const ElementSpace space(program);
  DetectedSymmetry given;
  given.generators = std::move(*generators);
  find_blocks(PermutationGroup(space.size(), given.generators), space, given.group);
  return given;
}

}  // namespace px::symmetry

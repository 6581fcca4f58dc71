#include "tests/differential/loose_program.h"

#include <vector>

#include "engine/base/check.h"
#include "engine/ir/text.h"

namespace px::test {
namespace {

struct Step {
  std::string guard;
  std::string body;
};

class Generator {
 public:
  explicit Generator(const Choices& choices) : choices_(choices) {}

  std::string run() {
    const uint32_t families = 1 + pick(2);
    for (uint32_t f = 0; f < families; ++f)
      families_.push_back({"P" + std::to_string(f), 2 + pick(families == 1 ? 3 : 1), 2 + pick(4)});
    variables();
    for (uint32_t f = 0; f < families; ++f) process(f);
    if (rarely(6)) line("action spont when n = 3 and g = 0 do g := 1");
    if (rarely(8)) line("action spont2 do either { h := 1 } or { require n > 1; h := 0 }");
    if (rarely(4))
      line(one_of({"invariant low: n < 4 or g = 0", "invariant few: (count a: P0. x0[a] = 2) < 2",
                   "invariant order: h = 0 or g = 0"}));
    line(one_of({"", "deadlock off", "deadlock strict", "deadlock unless n > 1"}));
    return text_;
  }

 private:
  struct Family {
    std::string name;
    uint32_t size;
    uint32_t locations;
  };

  uint32_t pick(uint32_t below) {
    const uint32_t choice = next_ < choices_.size() ? choices_[next_] : 0;
    ++next_;
    return choice % below;
  }
  bool rarely(uint32_t one_in) { return pick(one_in) == one_in - 1; }
  std::string one_of(const std::vector<std::string>& items) { return items[pick(static_cast<uint32_t>(items.size()))]; }
  void line(const std::string& text) { text_ += text + '\n'; }

  void variables() {
    line("var n: 0..5");
    line("var g: 0..1");
    line("var h: 0..1");
    line("var m: queue[" + std::to_string(1 + pick(2)) + "] { v: 0..2 }");
    for (uint32_t f = 0; f < families_.size(); ++f) {
      const Family& family = families_[f];
      const std::string number = std::to_string(f);
      line("sort " + family.name + "[" + std::to_string(family.size) + "]");
      std::string locations;
      for (uint32_t l = 0; l < family.locations; ++l) {
        locations += (l == 0 ? "l" : ", l") + std::to_string(l);
        if (l + 1 == family.locations || rarely(8)) locations += " end";
      }
      line("process " + family.name + " { " + locations + " }");
      line("var x" + number + ": [" + family.name + "] 0..2");
      line("var y" + number + ": [" + family.name + "] bool");
      line("var q" + number + ": [" + family.name + "] queue[" + std::to_string(1 + pick(2)) + "] { v: 0..2 }");
      line("var to" + number + ": [" + family.name + "] " + family.name);
    }
  }

  // Most steps lead to later locations, some back to earlier ones.
  void process(uint32_t f) {
    const Family& family = families_[f];
    const bool loops = rarely(2);
    for (uint32_t l = 0; l + 1 < family.locations; ++l) {
      const uint32_t ways = 1 + (rarely(3) ? 1 : 0);
      for (uint32_t w = 0; w < ways; ++w) {
        const uint32_t to = w == 0 ? l + 1 : pick(family.locations);
        action(f, l, to);
      }
    }
    if (loops) action(f, family.locations - 1, pick(family.locations));
  }

  void action(uint32_t f, uint32_t from, uint32_t to) {
    const Family& family = families_[f];
    const std::string move = "l" + std::to_string(from) + " -> l" + std::to_string(to);
    const std::string name = "a" + std::to_string(actions_++);
    const std::string head = "action " + name + "(p: " + family.name;
    if (rarely(10)) {
      const std::string number = std::to_string(f);
      const std::string other = std::to_string(pick(family.locations));
      line(head + ", o: " + family.name + ") at p: " + move + ", o: l" + other + " -> l" +
           std::to_string(pick(family.locations)) + " when o != p and y" + number + "[p] = y" + number + "[o] do x" +
           number + "[o] := x" + number + "[p]");
      return;
    }
    const Step step = rarely(3) ? shared_step(f) : rarely(6) ? odd_step(f) : own_step(f);
    const bool others = (step.guard + step.body).find("[o]") != std::string::npos;
    // Control may be kept only if a step is certain to follow, or the sequence blocks; both are of interest.
    const std::string keeps = rarely(8) && to > from ? " atomic" : "";
    std::string guard = step.guard;
    if (others) guard += (guard.empty() ? "" : " and ") + std::string("o != p");
    line(head + (others ? ", o: " + family.name : "") + ") at p: " + move + keeps +
         (guard.empty() ? "" : " when " + guard) + " do { " + step.body + " }");
  }

  Step with_names(uint32_t f, Step step) {
    for (std::string* text : {&step.guard, &step.body}) {
      for (size_t at = text->find('$'); at != std::string::npos; at = text->find('$', at)) {
        text->replace(at, 1, std::to_string(f));
      }
    }
    return step;
  }

  Step step_of(uint32_t f, const std::vector<Step>& steps) {
    return with_names(f, steps[pick(static_cast<uint32_t>(steps.size()))]);
  }

  Step own_step(uint32_t f) {
    return step_of(f, {{"", "x$[p] := 1"},
                       {"", "y$[p] := not y$[p]"},
                       {"", "x$[p] := (x$[p] + 1) % 3"},
                       {"x$[p] = 1", "x$[p] := 2"},
                       {"x$[p] < 2", "x$[p] := x$[p] + 1"},
                       {"not y$[p]", "x$[p] := 0"},
                       {"", "choose c: 0..1 { x$[p] := c }"},
                       {"", "either { x$[p] := 0 } or { y$[p] := true }"},
                       {"len(q$[p]) > 0", "x$[p] := q$[p][0].v; pop q$[p]"},
                       {"len(q$[p]) < 1", "push q$[p](x$[p])"},
                       {"len(q$[p]) > 0 and q$[p][0].v = 1", "pop q$[p]"},
                       {"", "if len(q$[p]) > 0 { pop q$[p] } else { y$[p] := true }"}});
  }

  Step shared_step(uint32_t f) {
    return step_of(f, {{"n < 5", "n := n + 1"},
                       {"n > 1", "y$[p] := false"},
                       {"", "assert x$[p] != 2 or g = 0"},
                       {"g = 0", "g := 1"},
                       {"g = 1", "x$[p] := 0"},
                       {"", "g := x$[p] % 2"},
                       {"", "h := 1"},
                       {"", "x$[p] := g"},
                       {"len(m) < 1", "push m(x$[p])"},
                       {"len(m) > 0", "x$[p] := m[0].v; pop m"},
                       {"len(q$[o]) < 1", "push q$[o](x$[p])"},
                       {"len(q$[o]) > 0", "pop q$[o]"},
                       {"len(q$[to$[p]]) < 1", "push q$[to$[p]](1)"},
                       {"len(q$[to$[p]]) > 0", "x$[p] := q$[to$[p]][0].v; pop q$[to$[p]]"},
                       {"y$[o]", "y$[o] := false"},
                       {"g = 0 or h = 1", "y$[p] := true"},
                       {"", "assert n < 5 or y$[p]"}});
  }

  Step odd_step(uint32_t f) {
    return step_of(f, {{"", "to$[p] := p"},
                       {"", "to$[p] := o; y$[o] := y$[o]"},
                       {"timeout", "x$[p] := 0"},
                       {"enabled(o) and y$[o] = y$[o]", "h := 1"},
                       {"forall a: P$. not y$[a]", "y$[p] := true"},
                       {"exists a: P$. x$[a] = 2", "x$[p] := 0"},
                       {"", "require g = 0; x$[p] := 1"},
                       {"", "goto p -> l0"},
                       {"y$[o]", "goto o -> l0"},
                       {"", "n := len(m)"},
                       {"", "for a: P$ { x$[a] := 0 }"},
                       {"len(m) = 1", "h := 0"},
                       {"", "let k = x$[p]; if k > 0 { x$[p] := k - 1 }"},
                       {"", "n := 4 / (n + 1)"},
                       {"3 / x$[p] > 1", "y$[p] := true"},
                       {"", "fail \"come here\""}});
  }

  const Choices& choices_;
  size_t next_ = 0;
  uint32_t actions_ = 0;
  std::vector<Family> families_;
  std::string text_;
};

}  // namespace

std::string loose_program_text(const Choices& choices) {
  return Generator(choices).run();
}

ir::Program loose_program(const Choices& choices) {
  SourceMap sources;
  const FileId file = sources.add("loose.px", loose_program_text(choices));
  Result<ir::Program> program = ir::read_program(sources, file, {});
  if (!program) {
    std::string all = loose_program_text(choices);
    for (const Diagnostic& diagnostic : program.failure().diagnostics) all += render(diagnostic, sources);
    check_failed(__FILE__, __LINE__, all.c_str());
  }
  return std::move(*program);
}

}  // namespace px::test

#include <algorithm>

#include "engine/base/check.h"
#include "engine/ir/op_groups.h"
#include "engine/ir/text.h"
#include "engine/ir/text_writer_detail.h"

namespace px::ir::text {
namespace {

using Kind = Statement::Kind;

constexpr std::string_view kViolationWords[] = {"assumption", "deadlock", "safety", "liveness", "assertion"};

class Writer {
 public:
  Writer(const Program& program, const SourceMap& sources) : p_(program), sources_(sources), exprs_(program) {}

  std::string run() {
    out_ = "program " + quoted_name(p_.name) + "\n";
    section([&] {
      for (uint32_t f = 0; f < p_.families.size(); ++f) family(FamilyId(f));
    });
    section([&] {
      for (const Family& f : p_.families) process(f);
    });
    section([&] {
      for (const Variable& v : p_.variables) variable(v);
    });
    for (const Action& a : p_.actions) section([&] { action(a); });
    section([&] {
      for (const Invariant& i : p_.invariants) invariant(i);
      deadlock();
    });
    for (const Automaton& a : p_.automata) {
      if (!a.conjunct_of) section([&] { automaton(a); });
    }
    section([&] { init(); });
    return std::move(out_);
  }

 private:
  // Separates non-empty sections by an empty line.
  template <class Write>
  void section(const Write& write) {
    const size_t before = out_.size();
    write();
    if (out_.size() > before) out_.insert(before, 1, '\n');
  }

  // Empty if the reader gives the node this position anyway.
  std::string position(SourceSpan span) const {
    if (!span.known() || span.file == p_.text_file || span == around_) return {};
    std::string text = ' ' + quoted_string(sources_.name(span.file)) + ':' + std::to_string(span.line);
    if (span.column != 0 || span.length != 0) text += ':' + std::to_string(span.column);
    if (span.length != 0) text += '+' + std::to_string(span.length);
    return text;
  }

  // ---- Declarations

  void family(FamilyId id) {
    const Family& f = p_.families[id];
    const Sort& sort = p_.sorts[f.sort];
    if (sort.whole != id) {
      out_ += "family " + quoted_name(f.name) + " = " + quoted_name(sort.name) + '[' + std::to_string(f.first) + ".." +
              std::to_string(static_cast<int64_t>(f.first) + f.count - 1) + ']' + position(f.span) + '\n';
      return;
    }
    out_ += "sort " + quoted_name(sort.name);
    if (sort.element_names.empty()) {
      out_ += '[' + std::to_string(sort.size) + ']';
    } else {
      out_ += " {";
      for (size_t i = 0; i < sort.element_names.size(); ++i) {
        out_ += (i > 0 ? ", " : "") + quoted_name(sort.element_names[i]);
      }
      out_ += '}';
    }
    out_ += position(sort.span) + '\n';
  }

  void process(const Family& f) {
    if (!f.is_process()) return;
    out_ += "process " + quoted_name(f.name) + " {\n";
    for (size_t i = 0; i < f.locations.size(); ++i) {
      const Location& l = p_.locations[f.locations[i]];
      out_ += "  " + quoted_name(l.name);
      if (l.atomic) out_ += " atomic";
      if (l.deterministic) out_ += " deterministic";
      if (l.valid_end) out_ += " end";
      if (l.progress) out_ += " progress";
      if (l.accepting) out_ += " accept";
      out_ += position(l.span) + (i + 1 < f.locations.size() ? ",\n" : "\n");
    }
    out_ += '}' + start(f) + '\n';
  }

  std::string start(const Family& f) const {
    const auto name = [&](LocationId id) { return quoted_name(p_.locations[id].name); };
    const bool uniform =
        std::all_of(f.initial.begin(), f.initial.end(), [&](LocationId l) { return l == f.initial[0]; });
    if (f.initial.empty() || (uniform && f.initial[0] == f.locations[0])) return {};
    if (uniform) return " start " + name(f.initial[0]);
    std::string out = " start [";
    for (size_t i = 0; i < f.initial.size(); ++i) out += (i > 0 ? ", " : "") + name(f.initial[i]);
    return out + ']';
  }

  void variable(const Variable& v) {
    if (v.hidden) out_ += "hidden ";
    if (v.transient) out_ += "transient ";
    if (v.growth != 0) out_ += "growing " + std::to_string(v.growth) + ' ';
    if (v.constant) out_ += "const ";
    TypeId type = v.type;
    if (v.owner.valid()) {
      out_ += "local " + quoted_name(p_.families[v.owner].name) + '.';
      type = p_.types[v.type].element;
    } else if (!v.constant) {
      out_ += "var ";
    }
    out_ += quoted_name(v.name) + ": " + type_text(p_, type);
    if (!v.initial.empty()) {
      size_t next = 0;
      std::string values;
      initial(v.type, v.initial, next, values);
      out_ += " = " + (v.initial.size() == 1 ? values : '[' + values + ']');
    }
    out_ += position(v.span) + '\n';
  }

  // Appends values until there are no more; the order is that of the scalars of the type.
  void initial(TypeId id, const std::vector<int64_t>& values, size_t& next, std::string& out) const {
    const Type& type = p_.types[id];
    const auto append = [&](const std::string& text) { out += (next++ > 0 ? ", " : "") + text; };
    if (next >= values.size()) return;
    switch (type.kind) {
      case TypeKind::Array:
        for (uint32_t i = 0; i < p_.domain_size(type.domain) && next < values.size(); ++i) {
          initial(type.element, values, next, out);
        }
        break;
      case TypeKind::Record:
        for (const Field& field : type.fields) initial(field.type, values, next, out);
        break;
      case TypeKind::Queue:
        append(std::to_string(values[next]));
        for (uint32_t i = 0; i < type.capacity && next < values.size(); ++i) initial(type.element, values, next, out);
        break;
      case TypeKind::Set:
      case TypeKind::Sequence: append(type.kind == TypeKind::Set ? exprs_.scalar(id, values[next]) : "{}"); break;
      case TypeKind::Element: append(values[next] < 0 ? "none" : exprs_.scalar(id, values[next])); break;
      default: append(exprs_.scalar(id, values[next]));
    }
  }

  void action(const Action& a) {
    std::string parameters;
    for (const Parameter& p : a.parameters) {
      if (!parameters.empty()) parameters += ", ";
      const std::string over = domain_text(p_, p.domain);
      names_.push_back(exprs_.bind(p.binding));
      parameters += names_.back() + ": " + over;
    }
    out_ += "action " + quoted_name(a.name);
    if (!parameters.empty()) out_ += '(' + parameters + ')';
    movers(a);
    if (!a.label.empty()) out_ += ' ' + quoted_string(a.label);
    out_ += position(a.span) + '\n';
    around_ = a.span;
    if (a.distinct) out_ += "  distinct\n";
    if (a.guard.valid()) out_ += "  when " + exprs_.expr(a.guard) + '\n';
    if (!a.body.empty()) {
      out_ += "  do ";
      block(a.body, 1);
      out_ += '\n';
    }
    around_ = {};
    for (size_t i = 0; i < a.parameters.size(); ++i) exprs_.unbind();
    names_.clear();
  }

  // A single mover that is the first process among the parameters needs no name.
  void movers(const Action& a) {
    if (a.movers.empty()) return;
    uint32_t first = 0;
    while (first < a.parameters.size() && !is_process(a.parameters[first].domain)) ++first;
    const bool named = a.movers.size() > 1 || a.movers[0].parameter != first;
    out_ += " at ";
    for (size_t i = 0; i < a.movers.size(); ++i) {
      const Mover& m = a.movers[i];
      if (i > 0) out_ += ", ";
      if (named) out_ += names_[m.parameter] + ": ";
      out_ += quoted_name(p_.locations[m.from].name) + " -> " + quoted_name(p_.locations[m.to].name);
      if (m.control == Control::Atomic) out_ += " atomic";
      if (m.control == Control::Deterministic) out_ += " deterministic";
    }
  }

  bool is_process(const Domain& d) const { return d.is_family() && p_.families[d.family].is_process(); }

  void invariant(const Invariant& i) {
    out_ += "invariant " + quoted_name(i.name) + ": " + exprs_.expr(i.condition) + position(i.span) + '\n';
  }

  void deadlock() {
    if (p_.deadlock.check && p_.deadlock.errors_move && !p_.deadlock.allowed.valid()) return;
    out_ += "deadlock";
    if (!p_.deadlock.check) out_ += " off";
    if (p_.deadlock.check && !p_.deadlock.errors_move) out_ += " strict";
    if (p_.deadlock.allowed.valid()) out_ += " unless " + exprs_.expr(p_.deadlock.allowed);
    out_ += position(p_.deadlock.span) + '\n';
  }

  void automaton(const Automaton& a) {
    out_ += "automaton " + quoted_name(a.name) + " {\n";
    for (uint32_t s = 0; s < a.states.size(); ++s) {
      out_ += "  state " + quoted_name(a.states[s]) + (s == a.initial ? " initial" : "") +
              (a.accepting[s] ? " accept" : "") + ";\n";
    }
    around_ = a.span;
    for (const Automaton::Edge& e : a.edges) {
      out_ += "  " + quoted_name(a.states[e.from]) + " -> " + quoted_name(a.states[e.to]);
      if (e.guard.valid()) out_ += " when " + exprs_.expr(e.guard);
      for (const Automaton::StepTest& test : e.tests) {
        out_ += std::string(&test == &e.tests.front() ? " with " : ", ") + step_test(test);
      }
      out_ += position(e.span) + ";\n";
    }
    around_ = {};
    out_ += '}' + position(a.span) + '\n';
  }

  static std::string step_test(const Automaton::StepTest& test) {
    using Kind = Automaton::StepTest::Kind;
    const std::string text = test.negated ? "not " : "";
    if (test.kind == Kind::Stops) return text + "stops";
    if (test.kind == Kind::Stays) return text + "stays";
    return text + (test.kind == Kind::Taken ? "taken " : "possible ") + quoted_name(test.mark);
  }

  void init() {
    if (p_.init.empty()) return;
    out_ += "init ";
    block(p_.init, 0);
    out_ += '\n';
  }

  // ---- Statements

  void line(int depth, const std::string& text) {
    out_.append(2 * static_cast<size_t>(depth), ' ');
    out_ += text;
  }

  // A single plain statement goes on the line of its braces.
  void block(const Block& statements, int depth) {
    if (statements.empty()) {
      out_ += "{}";
    } else if (statements.size() == 1 && p_.statements[statements[0]].blocks.empty()) {
      out_ += "{ ";
      statement(statements[0], 0);
      out_ += " }";
    } else {
      out_ += "{\n";
      for (size_t i = 0; i < statements.size(); ++i) {
        line(depth + 1, "");
        statement(statements[i], depth + 1);
        out_ += i + 1 < statements.size() ? ";\n" : "\n";
      }
      line(depth, "}");
    }
  }

  void statement(StatementId id, int depth) {
    const Statement& s = p_.statements[id];
    const SourceSpan outer = around_;
    const std::string own = position(s.span);
    if (!own.empty()) around_ = s.span;
    if (s.blocks.empty()) {
      out_ += plain(s);
    } else {
      compound(s, depth);
    }
    around_ = outer;
    out_ += own;
  }

  void compound(const Statement& s, int depth) {
    if (s.kind == Kind::If) return conditional(s, depth);
    if (s.kind == Kind::While) {
      out_ += "while " + exprs_.expr(s.exprs[0]) + " limit " + std::to_string(s.limit) + ' ';
      return block(s.blocks[0], depth);
    }
    if (s.kind != Kind::Either) return binding(s, depth);
    out_ += "either ";
    for (size_t i = 0; i < s.blocks.size(); ++i) {
      if (i > 0) out_ += " or ";
      block(s.blocks[i], depth);
    }
  }

  void conditional(const Statement& s, int depth) {
    out_ += "if " + exprs_.expr(s.exprs[0]) + ' ';
    block(s.blocks[0], depth);
    if (s.blocks[1].empty()) return;
    out_ += " else ";
    const Statement& next = p_.statements[s.blocks[1][0]];
    if (s.blocks[1].size() == 1 && next.kind == Kind::If && position(next.span).empty()) {
      conditional(next, depth);
    } else {
      block(s.blocks[1], depth);
    }
  }

  void binding(const Statement& s, int depth) {
    if (s.kind == Kind::Let) {
      const TypeId type = p_.bindings[s.binding].type;
      const std::string value = exprs_.typed_expr(s.exprs[0]);
      out_ += "let " + exprs_.bind(s.binding) + ": " + type_text(p_, type) + " = " + value + ' ';
    } else {
      const std::string over = domain_text(p_, s.domain);
      const std::string count = s.exprs.empty() ? "" : "first " + exprs_.expr(s.exprs[0]) + " of ";
      out_ += (s.kind == Kind::For ? "for " : "choose ") + exprs_.bind(s.binding) + ": " + count + over + ' ';
    }
    block(s.blocks[0], depth);
    exprs_.unbind();
  }

  std::string plain(const Statement& s) {
    switch (s.kind) {
      case Kind::Assign: return places(s) + " := " + values(s, true);
      case Kind::Copy: return exprs_.place(s.places[0]) + " := " + exprs_.place(s.places[1]);
      case Kind::Reset: return "reset " + exprs_.place(s.places[0]);
      case Kind::Require: return "require " + exprs_.expr(s.exprs[0]);
      case Kind::Assert:
        return "assert " + exprs_.expr(s.exprs[0]) + violation(s, ViolationKind::Assertion) + ", " +
               quoted_string(s.text);
      case Kind::Fail: return "fail " + quoted_string(s.text) + violation(s, ViolationKind::Safety);
      case Kind::Grow: return "grow " + std::to_string(s.mark) + ' ' + quoted_string(s.text);
      case Kind::Push: return "push " + exprs_.place(s.places[0]) + '(' + values(s, true) + ')';
      case Kind::PushSorted: return "push_sorted " + exprs_.place(s.places[0]) + '(' + values(s, true) + ')';
      case Kind::Pop: return "pop " + exprs_.place(s.places[0]);
      case Kind::RemoveAt: return "remove " + exprs_.place(s.places[0]) + '[' + exprs_.expr(s.exprs[0]) + ']';
      case Kind::Goto: return "goto " + exprs_.operand(s.exprs[0]) + " -> " + exprs_.location(s.location);
      case Kind::Solve: return "solve " + places(s) + (s.exprs.empty() ? "" : " with " + values(s, false));
      case Kind::Print: return "print " + quoted_string(s.text) + (s.exprs.empty() ? "" : ", " + values(s, false));
      case PX_COMPOUND_STATEMENTS: return {};
    }
    PX_UNREACHABLE("statement");
  }

  std::string violation(const Statement& s, ViolationKind usual) const {
    if (s.violation == static_cast<uint8_t>(usual)) return {};
    return " as " + std::string(kViolationWords[s.violation]);
  }

  std::string places(const Statement& s) {
    std::string out;
    for (PlaceId place : s.places) out += (out.empty() ? "" : ", ") + exprs_.place(place);
    return out;
  }

  std::string values(const Statement& s, bool typed) {
    std::string out;
    for (size_t i = 0; i < s.exprs.size(); ++i) {
      out += (i > 0 ? ", " : "") + (typed ? exprs_.typed_expr(s.exprs[i]) : exprs_.expr(s.exprs[i]));
    }
    return out;
  }

  const Program& p_;
  const SourceMap& sources_;
  ExprWriter exprs_;
  std::string out_;
  SourceSpan around_;               // the position that the reader gives to nodes here
  std::vector<std::string> names_;  // of the action's parameters, as written
};

}  // namespace
}  // namespace px::ir::text

namespace px::ir {

std::string write_program(const Program& program, const SourceMap& sources) {
  return text::Writer(program, sources).run();
}

std::string write_expression(const Program& program, ExprId expr) {
  return text::ExprWriter(program).expr(expr);
}

}  // namespace px::ir

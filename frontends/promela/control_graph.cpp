#include "frontends/promela/control_graph.h"

#include <algorithm>

namespace px::promela {
namespace {

constexpr int kMaxHops = 500;  // as in SPIN: a longer chain of gotos is taken for a cycle without a step

class GraphBuilder {
 public:
  GraphBuilder(const Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

  ControlGraph run() {
    label_places_.resize(model_.labels.size());
    jump_watched_.resize(model_.stmts.size());
    for (uint32_t i = 0; i < model_.proctypes.size(); ++i) build_body(ProctypeId(i));
    return std::move(graph_);
  }

 private:
  void build_body(ProctypeId id);
  PartId build_part(const Sequence& sequence);
  // The inner parts of a statement are built before the statement gets its own numbers.
  std::vector<PartId> prepare(StmtId id);
  std::vector<PartId> prepare_unless(const Stmt& stmt);
  void add(StmtId id, const std::vector<PartId>& parts, PartId to);
  void add_choice(StmtId id, std::vector<PartId> options, PartId to);
  void add_unless(StmtId id, const std::vector<PartId>& parts, PartId to);
  void add_simple(StmtId id, PartId to);
  void add_watched_jump(StmtId id, PartId to);
  void note_watched_jumps(const Stmt& stmt);
  void note_watched_jumps(ExprId id);
  bool is_watched_jump(StmtId id) const;
  void number_late_jumps();
  void drop_redundant_skips(PartId part);
  bool is_true(StmtId condition) const;
  void order_else_last(std::vector<PartId>& options);
  void check_else(const std::vector<PartId>& options);
  bool uses_channel(ElementId element) const;

  ElementId new_element(ElementKind kind, StmtId stmt);
  void append(ElementId element, PartId part);
  void add_labels(StmtId stmt, ElementId element);
  void make_atomic(PartId part, bool deterministic);
  void mark_atomic(ElementId first, ElementId last, bool deterministic);
  void attach_escape(PartId main, PartId escape);
  void escape_element(ElementId element, PartId escape);
  void link_blocks(PartId part);
  void resolve_targets(size_t first_jump);
  void check_guard(PartId part, DiagnosticKind kind, const char* where);
  Element& at(ElementId id) { return graph_.elements[id]; }
  const Stmt& stmt_of(ElementId id) const { return model_.stmts[graph_.elements[id].stmt]; }

  const Model& model_;
  Diagnostics& diagnostics_;
  ControlGraph graph_;
  uint32_t next_state_ = 1;
  uint32_t next_id_ = 0;
  uint32_t d_steps_ = 0;
  uint32_t d_step_ = 0;
  std::vector<std::vector<ElementId>> breaks_;  // of the loops being built, innermost last
  std::vector<ElementId> jumps_;
  std::vector<ElementId> label_places_;                      // by label
  std::vector<std::pair<ElementId, ElementId>> late_jumps_;  // of the body being built, after their steps (1)
  std::vector<bool> jump_watched_;  // by statement: jumps whose labels other processes have referred to so far
};

ElementId GraphBuilder::new_element(ElementKind kind, StmtId stmt) {
  Element element;
  element.kind = kind;
  element.stmt = stmt;
  element.state = next_state_++;
  element.id = next_id_++;
  element.d_step = d_step_;
  return graph_.elements.add(std::move(element));
}

void GraphBuilder::append(ElementId element, PartId id) {
  // A goto with a significant label becomes a separate step, so that the label has a state. Only that label moves: a
  // goto to a different label of the same statement still leads past the step.
  const std::vector<LabelId> labels = at(element).labels;
  const auto marking = std::find_if(labels.begin(), labels.end(), [&](LabelId label) {
    Element probe;
    probe.labels = {label};
    return has_label(model_, probe, LabelKind::Accept) || has_label(model_, probe, LabelKind::End) ||
           has_label(model_, probe, LabelKind::Progress);
  });
  if (at(element).kind == ElementKind::Goto && marking != labels.end()) {
    const ElementId skip = new_element(ElementKind::Statement, at(element).stmt);
    at(skip).is_skip = true;
    at(skip).labels = {*marking};
    label_places_[marking->value] = skip;
    std::erase(at(element).labels, *marking);
    append(skip, id);
  }
  Part& part = graph_.parts[id];
  if (part.first.valid()) {
    at(part.last).next = element;
  } else {
    part.first = element;
  }
  part.last = element;
}

void GraphBuilder::add_labels(StmtId stmt, ElementId element) {
  at(element).labels = model_.stmts[stmt].labels;
  for (const LabelId label : at(element).labels) label_places_[label.value] = element;
}

void GraphBuilder::build_body(ProctypeId id) {
  next_state_ = 1;
  const size_t first_jump = jumps_.size();
  const PartId whole = build_part(model_.proctypes[id].body);
  append(new_element(ElementKind::End, {}), whole);
  graph_.parts[whole].own_last = graph_.parts[whole].last;
  number_late_jumps();
  link_blocks(whole);
  resolve_targets(first_jump);
  graph_.bodies.push_back({id, whole, next_state_});
}

PartId GraphBuilder::build_part(const Sequence& sequence) {
  const PartId part = graph_.parts.add({});
  for (const StmtId stmt : sequence) add(stmt, prepare(stmt), part);
  graph_.parts[part].own_last = graph_.parts[part].last;
  return part;
}

// Within an option SPIN drops a skip that follows another one, or a print, unless it is the last statement.
void GraphBuilder::drop_redundant_skips(PartId id) {
  const Part part = graph_.parts[id];
  ElementId previous;
  size_t in_a_row = 0;
  for (ElementId element = part.first; element.valid(); element = at(element).next) {
    const Element& current = at(element);
    const bool plain = current.kind == ElementKind::Statement && !current.is_skip && current.labels.empty();
    const StmtKind kind = plain ? model_.stmts[current.stmt].kind : StmtKind::Goto;
    const bool print = kind == StmtKind::Print || kind == StmtKind::PrintMtype;
    in_a_row = print || (kind == StmtKind::Condition && is_true(current.stmt)) ? in_a_row + 1 : 0;
    if (element == part.own_last) return;
    if (in_a_row > 1 && !print) {
      at(previous).next = current.next;
    } else {
      previous = element;
    }
  }
}

bool contains_d_step(const Model& model, const std::vector<Sequence>& sequences) {
  return std::any_of(sequences.begin(), sequences.end(), [&](const Sequence& sequence) {
    return std::any_of(sequence.begin(), sequence.end(), [&](StmtId id) {
      return model.stmts[id].kind == StmtKind::DStep || contains_d_step(model, model.stmts[id].sequences);
    });
  });
}

bool GraphBuilder::is_true(StmtId condition) const {
  const Expr& expr = model_.exprs[model_.stmts[condition].args[0]];
  return expr.kind == ExprKind::Constant && expr.value == 1;
}

std::vector<PartId> GraphBuilder::prepare(StmtId id) {
  const Stmt& stmt = model_.stmts[id];
  std::vector<PartId> parts;
  if (stmt.kind == StmtKind::Unless) return prepare_unless(stmt);
  const uint32_t outer = d_step_;
  if (stmt.kind == StmtKind::DStep && d_step_ == 0) d_step_ = ++d_steps_;
  if (stmt.kind == StmtKind::Do) breaks_.emplace_back();
  for (const Sequence& sequence : stmt.sequences) parts.push_back(build_part(sequence));
  d_step_ = outer;
  const bool choice = stmt.kind == StmtKind::If || stmt.kind == StmtKind::Do;
  if (choice && !stmt.written_out) {
    for (const PartId part : parts) drop_redundant_skips(part);
  }
  for (const PartId part : parts) {
    check_guard(part, choice ? DiagnosticKind::LabelOnGuard : DiagnosticKind::SyntaxError,
                choice ? "an option" : "a block");
  }
  if (stmt.kind == StmtKind::Atomic) make_atomic(parts[0], false);
  if (stmt.kind == StmtKind::DStep) make_atomic(parts[0], true);
  return parts;
}

// A block as a part of unless is not a separate element; a label before it moves to the whole unless.
std::vector<PartId> GraphBuilder::prepare_unless(const Stmt& stmt) {
  std::vector<std::vector<PartId>> inner;
  for (const Sequence& sequence : stmt.sequences) {
    for (const StmtId part : sequence) inner.push_back(prepare(part));
  }
  const auto is_plain_block = [&](const Sequence& sequence) {
    return sequence.size() == 1 && model_.stmts[sequence[0]].kind == StmtKind::Block;
  };
  const auto as_part = [&](const Sequence& sequence, size_t first) {
    const PartId part = graph_.parts.add({});
    for (size_t i = 0; i < sequence.size(); ++i) add(sequence[i], inner[first + i], part);
    graph_.parts[part].own_last = graph_.parts[part].last;
    check_guard(part, DiagnosticKind::SyntaxError, "a part of unless");
    return part;
  };
  const Sequence& main = stmt.sequences[0];
  const Sequence& escape = stmt.sequences[1];
  const PartId escape_part = is_plain_block(escape) ? inner[main.size()][0] : as_part(escape, main.size());
  const bool lifted = main.size() == 1 && !model_.stmts[main[0]].labels.empty() && !inner[0].empty() &&
                      model_.stmts[main[0]].kind != StmtKind::If && model_.stmts[main[0]].kind != StmtKind::Do;
  const PartId main_part = lifted || is_plain_block(main) ? inner[0][0] : as_part(main, 0);
  return {main_part, escape_part};
}

void GraphBuilder::add(StmtId id, const std::vector<PartId>& parts, PartId to) {
  const StmtKind kind = model_.stmts[id].kind;
  ElementKind block = ElementKind::Block;
  switch (kind) {
    case StmtKind::If:
    case StmtKind::Do: return add_choice(id, parts, to);
    case StmtKind::Unless: return add_unless(id, parts, to);
    case StmtKind::Atomic: block = ElementKind::Atomic; break;
    case StmtKind::DStep: block = ElementKind::DStep; break;
    case StmtKind::Block: break;
    default: return add_simple(id, to);
  }
  const ElementId element = new_element(block, id);
  at(element).parts = parts;
  // SPIN counts the d_step as lying inside itself, so no goto or break may lead directly to it; one within the d_step
  // ends it.
  if (kind == StmtKind::DStep && !contains_d_step(model_, model_.stmts[id].sequences)) {
    at(element).d_step = at(graph_.parts[parts[0]].first).d_step;
  }
  add_labels(id, element);
  append(element, to);
}

void GraphBuilder::add_simple(StmtId id, PartId to) {
  note_watched_jumps(model_.stmts[id]);
  if (is_watched_jump(id)) return add_watched_jump(id, to);
  const StmtKind kind = model_.stmts[id].kind;
  const bool jump = kind == StmtKind::Goto || kind == StmtKind::Break;
  const ElementId element = new_element(jump ? ElementKind::Goto : ElementKind::Statement, id);
  add_labels(id, element);
  if (jump) jumps_.push_back(element);
  if (kind == StmtKind::Break && !breaks_.empty()) breaks_.back().push_back(element);
  append(element, to);
}

// A jump with a label that another process refers to: an observable point of a process must be a state.
bool GraphBuilder::is_watched_jump(StmtId id) const {
  const Stmt& stmt = model_.stmts[id];
  if (stmt.kind != StmtKind::Goto && stmt.kind != StmtKind::Break) return false;
  return std::any_of(stmt.labels.begin(), stmt.labels.end(),
                     [&](LabelId label) { return model_.labels[label].remotely_used; });
}

// The step (1) takes over the number and the labels of the jump, and the jump follows it. SPIN creates the jump when it
// parses the first reference, so the jump gets the last number of its body and, in trails, the next number at that
// time.
void GraphBuilder::add_watched_jump(StmtId id, PartId to) {
  const ElementId skip = new_element(ElementKind::Statement, id);
  at(skip).is_skip = true;
  add_labels(id, skip);
  append(skip, to);
  Element element;
  element.kind = ElementKind::Goto;
  element.stmt = id;
  element.d_step = d_step_;
  const ElementId jump = graph_.elements.add(std::move(element));
  late_jumps_.emplace_back(skip, jump);
  jumps_.push_back(jump);
  if (model_.stmts[id].kind == StmtKind::Break && !breaks_.empty()) breaks_.back().push_back(jump);
  append(jump, to);
}

// SPIN has determined atomicity before it creates them, so they are not atomic.
void GraphBuilder::number_late_jumps() {
  for (const auto& [skip, jump] : late_jumps_) {
    at(jump).state = next_state_++;
    at(skip).ends_atomic |= at(jump).ends_atomic;
    at(jump).atomic = false;
    at(jump).ends_atomic = false;
  }
  late_jumps_.clear();
}

void GraphBuilder::note_watched_jumps(const Stmt& stmt) {
  if (!model_.features.remote_label) return;
  if (stmt.target.valid()) note_watched_jumps(stmt.target);
  for (const ExprId arg : stmt.args) note_watched_jumps(arg);
  for (const Pattern& pattern : stmt.patterns) {
    if (pattern.expr.valid()) note_watched_jumps(pattern.expr);
  }
}

void GraphBuilder::note_watched_jumps(ExprId id) {
  const Expr& expr = model_.exprs[id];
  if (expr.kind == ExprKind::RemoteLabel && expr.label.valid()) {
    const StmtId stmt = model_.labels[expr.label].stmt;
    if (is_watched_jump(stmt) && !jump_watched_[stmt.value]) {
      jump_watched_[stmt.value] = true;
      ++next_id_;
    }
  }
  for (const ExprId operand : expr.operands) note_watched_jumps(operand);
}

void GraphBuilder::add_choice(StmtId id, std::vector<PartId> options, PartId to) {
  const bool loop = model_.stmts[id].kind == StmtKind::Do;
  order_else_last(options);
  check_else(options);
  const ElementId choice = new_element(loop ? ElementKind::Do : ElementKind::If, id);
  const ElementId join = new_element(ElementKind::Join, {});
  add_labels(id, choice);
  at(choice).parts = options;
  for (const PartId option : options) append(join, option);
  ElementId after = join;
  if (loop) {
    append(join, to);
    after = new_element(ElementKind::Exit, {});
    for (const ElementId jump : breaks_.back()) at(jump).target = after;
    breaks_.pop_back();
  }
  append(choice, to);
  append(after, to);
}

void GraphBuilder::add_unless(StmtId id, const std::vector<PartId>& parts, PartId to) {
  const StmtId main = model_.stmts[id].sequences[0].front();
  const StmtKind main_kind = model_.stmts[main].kind;
  const bool lifted = !model_.stmts[main].labels.empty() &&
                      (main_kind == StmtKind::Block || main_kind == StmtKind::Atomic || main_kind == StmtKind::DStep);
  const PartId around = lifted ? graph_.parts.add({}) : to;
  const ElementId element = new_element(ElementKind::Unless, id);
  const ElementId join = new_element(ElementKind::Join, {});
  add_labels(id, element);
  at(element).parts = parts;
  append(join, parts[0]);
  append(join, parts[1]);
  attach_escape(parts[0], parts[1]);
  append(element, around);
  append(join, around);
  if (!lifted) return;
  graph_.parts[around].own_last = join;
  const ElementId block = new_element(main_kind == StmtKind::Atomic  ? ElementKind::Atomic
                                      : main_kind == StmtKind::DStep ? ElementKind::DStep
                                                                     : ElementKind::Block,
                                      main);
  at(block).parts = {around};
  add_labels(main, block);
  append(block, to);
}

void GraphBuilder::order_else_last(std::vector<PartId>& options) {
  const auto found = std::find_if(options.begin(), options.end(), [&](PartId option) {
    const Element& first = at(graph_.parts[option].first);
    return first.stmt.valid() && !first.is_skip && model_.stmts[first.stmt].kind == StmtKind::Else;
  });
  if (found != options.end()) std::rotate(found, found + 1, options.end());
}

bool GraphBuilder::uses_channel(ElementId element) const {
  const Element& first = graph_.elements[element];
  if (first.kind != ElementKind::Statement || first.is_skip) return false;
  const Stmt& stmt = model_.stmts[first.stmt];
  return stmt.kind == StmtKind::Send || stmt.kind == StmtKind::Receive;
}

void GraphBuilder::check_else(const std::vector<PartId>& options) {
  const ElementId last = graph_.parts[options.back()].first;
  if (!at(last).stmt.valid() || at(last).is_skip || stmt_of(last).kind != StmtKind::Else) return;
  for (const PartId option : options) {
    if (!uses_channel(graph_.parts[option].first)) continue;
    diagnostics_.add(DiagnosticKind::DubiousElse, stmt_of(last).span,
                     "else next to a send or receive depends on whether that is executable at the moment");
    return;
  }
}

// A label on the first statement of an option or block does not name a separate state.
void GraphBuilder::check_guard(PartId part, DiagnosticKind kind, const char* where) {
  const Element& first = at(graph_.parts[part].first);
  if (first.labels.empty()) return;
  const Label& label = model_.labels[first.labels.front()];
  diagnostics_.add(kind, label.span, "label '" + label.name + "' is attached to the first statement of " + where,
                   "put the label before the construct around it");
}

void GraphBuilder::attach_escape(PartId main, PartId escape) {
  const Part part = graph_.parts[main];
  for (ElementId element = part.first; element.valid(); element = at(element).next) {
    escape_element(element, escape);
    if (element == part.own_last) break;
  }
}

void GraphBuilder::escape_element(ElementId id, PartId escape) {
  if (std::find(at(id).escapes.begin(), at(id).escapes.end(), escape) != at(id).escapes.end()) return;
  const std::vector<PartId> inner = at(id).escapes;
  for (const PartId other : inner) attach_escape(other, escape);
  at(id).escapes.insert(at(id).escapes.begin(), escape);
  const std::vector<PartId> parts = at(id).parts;
  switch (at(id).kind) {
    case ElementKind::Unless: return attach_escape(parts[0], escape);
    case ElementKind::If:
    case ElementKind::Do:
      for (const PartId option : parts) attach_escape(option, escape);
      return;
    case ElementKind::DStep: {  // only before it begins, however deeply its first step is nested
      ElementId first = graph_.parts[parts[0]].first;
      while (at(first).kind == ElementKind::Block) first = graph_.parts[at(first).parts[0]].first;
      return escape_element(first, escape);
    }
    case ElementKind::Atomic:
    case ElementKind::Block: return attach_escape(parts[0], escape);
    default: return;
  }
}

void GraphBuilder::make_atomic(PartId id, bool deterministic) {
  const Part part = graph_.parts[id];
  mark_atomic(part.first, part.last, deterministic);
  Element& last = at(part.last);
  switch (last.kind) {
    case ElementKind::Block:
    case ElementKind::Atomic: return make_atomic(last.parts[0], deterministic);
    case ElementKind::Unless: return make_atomic(last.parts[0], deterministic);
    default: last.atomic = false; last.ends_atomic = true;
  }
}

// Elements nested in an atomic sequence lose their own atomicity; a nested d_step remains.
void GraphBuilder::mark_atomic(ElementId first, ElementId last, bool deterministic) {
  for (ElementId id = first;; id = at(id).next) {
    at(id).atomic = true;
    at(id).in_d_step |= deterministic;
    const ElementKind kind = at(id).kind;
    const bool keeps_own = kind == ElementKind::DStep && !deterministic;
    if ((kind == ElementKind::Atomic || kind == ElementKind::DStep || kind == ElementKind::Block) && !keeps_own) {
      at(id).kind = ElementKind::Block;
      const Part body = graph_.parts[at(id).parts[0]];
      mark_atomic(body.first, body.last, deterministic);
    }
    if (kind == ElementKind::Unless && deterministic) {
      diagnostics_.add(DiagnosticKind::Unsupported, stmt_of(id).span, "unless is not allowed inside d_step");
    }
    if (kind == ElementKind::If || kind == ElementKind::Do || kind == ElementKind::Unless) {
      const std::vector<PartId> parts = at(id).parts;
      for (const PartId part : parts) mark_atomic(graph_.parts[part].first, graph_.parts[part].last, deterministic);
    }
    if (id == last) return;
  }
}

// The last element of a block continues with the successor of the block.
void GraphBuilder::link_blocks(PartId id) {
  const Part part = graph_.parts[id];
  for (ElementId element = part.first; element.valid(); element = at(element).next) {
    const ElementKind kind = at(element).kind;
    if (kind == ElementKind::Atomic || kind == ElementKind::DStep || kind == ElementKind::Block) {
      at(graph_.parts[at(element).parts[0]].last).next = at(element).next;
    }
    const std::vector<PartId> parts = at(element).parts;
    for (const PartId inner : parts) link_blocks(inner);
    if (element == part.own_last) break;
  }
}

void GraphBuilder::resolve_targets(size_t first_jump) {
  for (size_t i = first_jump; i < jumps_.size(); ++i) {
    Element& jump = at(jumps_[i]);
    const Stmt& stmt = model_.stmts[jump.stmt];
    if (stmt.kind == StmtKind::Goto) jump.target = label_places_[stmt.label.value];
  }
  for (size_t i = first_jump; i < jumps_.size(); ++i) {
    const Element& jump = at(jumps_[i]);
    const Element& reached = at(reached_point(graph_, jump.target, jump.atomic));
    if (reached.kind == ElementKind::Goto && !jump.atomic) {
      diagnostics_.add(DiagnosticKind::EndlessGoto, model_.stmts[jump.stmt].span, "this leads into a cycle of gotos");
    } else if (jump.d_step != at(jump.target).d_step || (jump.d_step == 0 && reached.d_step != 0)) {
      diagnostics_.add(DiagnosticKind::JumpAcrossDStep, model_.stmts[jump.stmt].span,
                       "goto and break cannot enter or leave a d_step, nor jump directly to one",
                       "put skip before the d_step");
    }
  }
}

}  // namespace

bool has_label(const Model& model, const Element& element, LabelKind kind) {
  constexpr std::string_view kPrefixes[] = {"accept", "end", "progress"};
  return std::any_of(element.labels.begin(), element.labels.end(), [&](LabelId label) {
    return std::string_view(model.labels[label].name).starts_with(kPrefixes[static_cast<size_t>(kind)]);
  });
}

ElementId reached_point(const ControlGraph& graph, ElementId from, bool from_atomic, uint32_t stop) {
  ElementId point = from;
  for (int hops = 0; hops < kMaxHops; ++hops) {
    const Element& element = graph.elements[point];
    if (stop != 0 && element.state == stop) return point;
    ElementId follow;
    switch (element.kind) {
      case ElementKind::Goto: follow = element.target; break;
      case ElementKind::Join:
      case ElementKind::Exit: follow = element.next; break;
      case ElementKind::Unless:
        follow = reached_point(graph, graph.parts[element.parts[0]].first, from_atomic, stop);
        break;
      default: return point;
    }
    if (!follow.valid() || follow == point) return point;
    if (from_atomic && !graph.elements[follow].atomic) return point;
    point = follow;
  }
  return point;
}

ElementId start_point(const ControlGraph& graph, ElementId first) {
  ElementId point = first;
  for (int hops = 0; hops < kMaxHops; ++hops) {
    const Element& element = graph.elements[point];
    if (element.kind == ElementKind::Join && element.next.valid()) {
      point = element.next;
    } else if (element.kind == ElementKind::Unless) {
      point = graph.parts[element.parts[0]].first;
    } else {
      break;
    }
  }
  return point;
}

ControlGraph build_control_graph(const Model& model, Diagnostics& diagnostics) {
  return GraphBuilder(model, diagnostics).run();
}

std::string text_of(const Model& model, const Element& element) {
  if (element.is_skip) return "(1)";
  switch (element.kind) {
    case ElementKind::Join: return ".(goto)";
    case ElementKind::Exit: return "break";
    case ElementKind::End: return "-end-";
    default: return text_of(model, model.stmts[element.stmt]);
  }
}

std::string dump(const Model& model, const ControlGraph& graph) {
  std::string text;
  for (uint32_t i = 0; i < graph.elements.size(); ++i) {
    const Element& element = graph.elements[ElementId(i)];
    text +=
        "id " + std::to_string(element.id) + " state " + std::to_string(element.state) + ' ' + text_of(model, element);
    if (element.atomic) text += " atomic";
    if (element.ends_atomic) text += " ends-atomic";
    if (element.in_d_step) text += " d_step";
    if (element.next.valid()) text += " next " + std::to_string(graph.elements[element.next].id);
    if (element.target.valid()) text += " target " + std::to_string(graph.elements[element.target].id);
    for (const PartId escape : element.escapes) {
      text += " escape " + std::to_string(graph.elements[graph.parts[escape].first].id);
    }
    text += '\n';
  }
  return text;
}

}  // namespace px::promela

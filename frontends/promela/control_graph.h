// The numbered program points of every proctype, before gotos are followed and choices are flattened.
//
// SPIN numbers every statement, and every join and exit of a choice, in the order in which its parser completes them:
// the inside of an option or block comes before the construct around it. There are two numbers: `id` counts over the
// whole model (trails consist of it) and `state` counts within a proctype (state tables use it). This stage reproduces
// that order exactly; all later stages build on it.
#pragma once

#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "frontends/promela/model.h"

namespace px::promela {

struct ElementTag {};
using ElementId = Id<ElementTag>;
struct PartTag {};
using PartId = Id<PartTag>;

enum class ElementKind : uint8_t {
  Statement,  // a simple statement: stmt
  Goto,       // goto or break: target
  Join,       // after the options of a choice or the parts of an unless
  Exit,       // after a loop: the target of break
  If,         // parts are the options
  Do,         // likewise
  Atomic,     // parts[0]
  DStep,      // parts[0]
  Block,      // parts[0]
  Unless,     // parts[0] main, parts[1] escape
  End,        // the end of the body
};

struct Element {
  ElementKind kind = ElementKind::Statement;
  StmtId stmt;         // none for Join, Exit and End
  uint32_t state = 0;  // from 1
  uint32_t id = 0;     // from 0
  ElementId next;      // the textual successor, also out of blocks and choices
  ElementId target;    // of a Goto
  std::vector<PartId> parts;
  std::vector<PartId> escapes;  // active here, the outermost first
  bool atomic = false;          // control stays with the process after it
  bool ends_atomic = false;     // the last step of an atomic sequence
  bool in_d_step = false;
  bool is_skip = false;  // added before a labelled goto, or for a label without a statement: (1)
  uint32_t d_step = 0;   // the number of the enclosing d_step; 0 if there is none
  std::vector<LabelId> labels;
};

// A sequence of elements: first, next of it, ... up to last.
struct Part {
  ElementId first;
  ElementId last;
  ElementId own_last;  // the last element before a Join was appended
};

struct ControlBody {
  ProctypeId proctype;
  PartId whole;
  uint32_t state_count = 0;  // all state numbers are smaller
};

struct ControlGraph {
  Store<ElementId, Element> elements;
  Store<PartId, Part> parts;
  std::vector<ControlBody> bodies;  // one per proctype of the model, in the same order
};

ControlGraph build_control_graph(const Model& model, Diagnostics& diagnostics);

// Whether a label of one of SPIN's three kinds is attached here.
enum class LabelKind : uint8_t { Accept, End, Progress };
bool has_label(const Model& model, const Element& element, LabelKind kind);

// Follows gotos, joins and exits to the program point actually reached from an element of the given atomicity; does not
// skip a step that leaves an atomic sequence, nor the state `stop` (if not 0).
ElementId reached_point(const ControlGraph& graph, ElementId from, bool from_atomic, uint32_t stop = 0);
// The point where an option, block or escape starts.
ElementId start_point(const ControlGraph& graph, ElementId first);

std::string text_of(const Model& model, const Element& element);
std::string dump(const Model& model, const ControlGraph& graph);

}  // namespace px::promela

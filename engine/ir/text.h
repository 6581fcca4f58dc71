// The text form of a Program (`.px`): every Program can be written, and read back to the same Program. It is also an
// input language of pexplore that can be written by hand. The grammar is in docs/ir.md.
//
// Positions: what is read from a .px file has the position of its own text, unless an explicit `"file":line:column+
// length` stands behind a declaration or a statement; such a position also holds for everything within. The writer
// gives the positions of declarations and statements, except those in the .px file the program was read from
// (Program::text_file). So writing what was read gives the same text again.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "engine/ir/program.h"

namespace px::ir {

// Values for `define`d names that replace those in the text (-D NAME=VALUE); each must be a constant expression.
using Definitions = std::map<std::string, std::string, std::less<>>;

// A property that is not in the text: its formula, and what its text is called in messages ("--ltl").
struct AddedFormula {
  std::string name;
  std::string option;
  std::string text;
};

// Reads, resolves and verifies the text of `file`, and further properties. Reports all errors it can find, not only the
// first. Positions in other files than `file` are added to `sources` without text if they are not known there.
Result<Program> read_program(SourceMap& sources, FileId file, const Definitions& definitions = {},
                             const std::vector<AddedFormula>& formulas = {});

// The text form of any verified program. Binding names that would hide something are changed; nothing else is lost,
// but the ranges of integer constants and the positions of single expressions.
std::string write_program(const Program& program, const SourceMap& sources);
// One of its expressions, of which no name is bound outside it.
std::string write_expression(const Program& program, ExprId expr);

}  // namespace px::ir

// The text form of a Program (`.px`): every Program can be written, and read back to the same Program. It is also an
// input language that can be written by hand. The grammar is in docs/ir.md.
//
// Positions: what is read from a .px file has the position of its own text, unless an explicit position
// `"file":line:column+length` follows a declaration or a statement; it then also applies to everything within. The
// writer writes the positions of declarations and statements, except those in the .px file the program was read from
// (Program::text_file). So writing a program that was read reproduces its text.
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

// A property from outside the text: its formula, and how messages refer to the formula's text ("--ltl").
struct AddedFormula {
  std::string name;
  std::string option;
  std::string text;
};

// Reads, resolves and verifies the text of `file`, and further properties. Reports all errors it can find, not only the
// first. Adds the files of positions outside `file` to `sources`, without text, if they are not known there.
Result<Program> read_program(SourceMap& sources, FileId file, const Definitions& definitions = {},
                             const std::vector<AddedFormula>& formulas = {});

// The text form of any verified program. Renames bindings that would hide something; apart from that, only the ranges
// of integer constants and the positions of single expressions are lost.
std::string write_program(const Program& program, const SourceMap& sources);
// One of its expressions, which must not mention a name bound outside it.
std::string write_expression(const Program& program, ExprId expr);

}  // namespace px::ir

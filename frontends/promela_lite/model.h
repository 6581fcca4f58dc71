// From the text of a Promela-Lite model to a Program: parse, check types, lower, simplify.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "engine/ir/channel_facts.h"
#include "engine/ir/program.h"
#include "frontends/promela_lite/parser.h"

namespace px::promela_lite {

struct Model {
  ir::Program program;
  ir::ChannelFacts channels;  // for the static channel diagram
};

Result<Model> read_model(SourceMap& sources, FileId file, const std::vector<AddedFormula>& formulas = {});

}  // namespace px::promela_lite

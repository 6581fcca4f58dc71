// The way of a Promela-Lite model from its text to a Program: parse, check types, lower, simplify.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "engine/ir/channel_facts.h"
#include "engine/ir/program.h"

namespace px::promela_lite {

struct Model {
  ir::Program program;
  ir::ChannelFacts channels;  // for its static channel diagram
};

Result<Model> read_model(const SourceMap& sources, FileId file);

}  // namespace px::promela_lite

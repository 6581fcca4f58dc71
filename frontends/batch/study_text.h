// The text of a study page beside its charts, as HTML.
#pragma once

#include <string>

#include "frontends/batch/study.h"

namespace px::batch {

// The title, the agreement between runs, the failed runs, and notes.
std::string page_head(const Study& study);
// Every configuration and its figures.
std::string configuration_table(const Study& study);
// The environment and the options of the measurement.
std::string surroundings_table(const Study& study);

}  // namespace px::batch

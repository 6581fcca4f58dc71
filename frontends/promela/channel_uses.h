// Which processes may send to and receive from which channel, as far as the text alone determines it: through the names
// of channels, and through channel variables that are never assigned (parameters, mostly). Uses through channels that
// are themselves received are omitted, as in [DM08] Def. 11.
// are themselves received is left out, as [DM08] Def. 11 does.
#pragma once

#include "engine/ir/channel_facts.h"
#include "frontends/promela/model.h"

namespace px::promela {

ir::ChannelFacts channel_facts(const Model& model);

}  // namespace px::promela

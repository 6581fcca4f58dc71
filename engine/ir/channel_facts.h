// What a front end knows about the channels of a model and their users, by name: the input of static channel diagrams
// (symmetry/detect/channel_diagram.h). A Program no longer contains this: handshakes have become single actions.
#pragma once

#include <string>
#include <vector>

namespace px::ir {

struct ChannelFacts {
  struct Channel {
    std::string name;       // "link[2]", as the element of the sort of channels is called, if it is one
    std::string signature;  // capacity and types of the fields
  };
  // Every process of the type sends to (or receives from) the channels that `variable` names: if it is a local, the one
  // that it names when the process starts; else all channels of the declaration, or the one at `index`.
  struct Use {
    std::string process_type;
    std::string variable;
    bool local = false;
    int index = -1;
    bool send = false;
    auto operator<=>(const Use&) const = default;
  };
  std::vector<Channel> channels;  // those that are declared globally
  std::vector<Use> uses;          // each once
};

}  // namespace px::ir

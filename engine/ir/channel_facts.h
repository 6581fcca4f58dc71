// What a front end knows about the channels of a model and their users, by name: the input of static channel diagrams
// (symmetry/detect/channel_diagram.h). A Program no longer contains this: handshakes have become single actions.
#pragma once

#include <string>
#include <vector>

namespace px::ir {

struct ChannelFacts {
  struct Channel {
    std::string name;       // "link[2]": the name of its element of the sort of channels, if it has one
    std::string signature;  // capacity and types of the fields
  };
  // Every process of the type sends to (or receives from) the channels that `variable` names: for a local, the channel
  // it names when the process starts; otherwise all channels of the declaration, or only the one at `index`.
  struct Use {
    std::string process_type;
    std::string variable;
    bool local = false;
    int index = -1;
    bool send = false;
    auto operator<=>(const Use&) const = default;
  };
  std::vector<Channel> channels;  // those declared globally
  std::vector<Use> uses;          // without duplicates
};

}  // namespace px::ir

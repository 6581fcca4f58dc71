#include "engine/explore/search_state.h"

#include <bit>
#include <string>

namespace px::explore {
namespace {

constexpr uint64_t kWordsOfViolation = 13;

class Writer {
 public:
  explicit Writer(std::vector<uint64_t>& words) : words_(words) {}
  void number(uint64_t value) { words_.push_back(value); }
  void numbers(const std::vector<uint64_t>& values) {
    number(values.size());
    words_.insert(words_.end(), values.begin(), values.end());
  }
  void text(const std::string& text) {
    number(text.size());
    for (const char c : text) number(static_cast<unsigned char>(c));
  }

 private:
  std::vector<uint64_t>& words_;
};

// After the end of the data it returns zeros and records the failure.
class Reader {
 public:
  explicit Reader(std::span<const uint64_t> words) : words_(words) {}
  uint64_t number() {
    if (next_ == words_.size()) ok_ = false;
    return ok_ ? words_[next_++] : 0;
  }
  // Reads the number of items that follow, each of which takes at least this many words.
  uint64_t count(uint64_t words_each) {
    const uint64_t count = number();
    if (count > (words_.size() - next_) / words_each) ok_ = false;
    return ok_ ? count : 0;
  }
  std::vector<uint64_t> numbers() {
    std::vector<uint64_t> values(count(1));
    for (uint64_t& value : values) value = number();
    return values;
  }
  std::string text() {
    std::string text(count(1), ' ');
    for (char& c : text) c = static_cast<char>(number());
    return text;
  }
  bool whole() const { return ok_ && next_ == words_.size(); }

 private:
  std::span<const uint64_t> words_;
  size_t next_ = 0;
  bool ok_ = true;
};

void write_violation(const FoundViolation& found, Writer& out) {
  const Event& event = found.event;
  out.number(static_cast<uint64_t>(event.kind));
  out.number(static_cast<uint64_t>(event.error));
  out.number(event.state);
  out.number(event.index);
  out.number(event.statement.value);
  out.number(event.expr.value);
  out.number(event.place.value);
  out.number(event.location.value);
  out.number(static_cast<uint64_t>(event.value));
  out.number(found.source);
  out.number(found.in_initial_states);
  out.number(found.occurrences);
  out.number(found.depth);
}

FoundViolation read_violation(Reader& in) {
  FoundViolation found;
  Event& event = found.event;
  event.kind = static_cast<Event::Kind>(in.number());
  event.error = static_cast<Event::Error>(in.number());
  event.state = static_cast<uint32_t>(in.number());
  event.index = static_cast<uint32_t>(in.number());
  event.statement.value = static_cast<uint32_t>(in.number());
  event.expr.value = static_cast<uint32_t>(in.number());
  event.place.value = static_cast<uint32_t>(in.number());
  event.location.value = static_cast<uint32_t>(in.number());
  event.value = static_cast<int64_t>(in.number());
  found.source = in.number();
  found.in_initial_states = in.number() != 0;
  found.occurrences = in.number();
  found.depth = static_cast<uint32_t>(in.number());
  return found;
}

}  // namespace

std::vector<uint64_t> SearchState::words() const {
  std::vector<uint64_t> words;
  Writer out(words);
  for (const uint64_t value :
       {transitions, max_depth, initial_states, set_ups, reduced, suspects, completed, std::bit_cast<uint64_t>(seconds),
        entry_words, bitstate_bytes, uint64_t{last_depth}, uint64_t{depth_limited}, uint64_t{position.depth}}) {
    out.number(value);
  }
  out.numbers(position.sizes);
  out.numbers(sample);
  out.number(found.size());
  for (const FoundViolation& violation : found) write_violation(violation, out);
  out.number(growth.size());
  for (const uint32_t mark : growth) out.number(mark);
  out.number(statistics.size());
  for (const Statistic& figure : statistics) {
    out.text(figure.name);
    out.number(figure.value);
    out.number(static_cast<uint64_t>(figure.combine));
  }
  return words;
}

std::optional<SearchState> SearchState::from(std::span<const uint64_t> words) {
  Reader in(words);
  SearchState state;
  state.transitions = in.number();
  state.max_depth = in.number();
  state.initial_states = in.number();
  state.set_ups = in.number();
  state.reduced = in.number();
  state.suspects = in.number();
  state.completed = in.number();
  state.seconds = std::bit_cast<double>(in.number());
  state.entry_words = in.number();
  state.bitstate_bytes = in.number();
  state.last_depth = static_cast<uint32_t>(in.number());
  state.depth_limited = in.number() != 0;
  state.position.depth = static_cast<uint32_t>(in.number());
  state.position.sizes = in.numbers();
  state.sample = in.numbers();
  state.found.resize(in.count(kWordsOfViolation));
  for (FoundViolation& violation : state.found) violation = read_violation(in);
  state.growth.resize(in.count(1));
  for (uint32_t& mark : state.growth) mark = static_cast<uint32_t>(in.number());
  state.statistics.resize(in.count(3));
  for (Statistic& figure : state.statistics) {
    figure.name = in.text();
    figure.value = in.number();
    figure.combine = static_cast<Statistic::Combine>(in.number());
  }
  if (!in.whole()) return {};
  return state;
}

}  // namespace px::explore

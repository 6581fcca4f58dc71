#include "frontends/cli/spin_figures.h"

#include <algorithm>
#include <fmt/format.h>

namespace px::cli {
namespace {

constexpr double kMegabyte = 1 << 20;

// SPIN counts arriving in an initial state as a transition; a transition to a known state counts as matched. (A search
// for cycles that ends early has not counted all of them, but it arrived at every state that it stored.)
uint64_t transitions_of(const SearchResult& result) {
  return std::max(result.transitions + result.initial_states, result.states);
}

struct Block {
  const SearchResult& result;
  std::string claim;  // empty: none
  bool cycles = false;
};

// Violated formulas and claims are counted in the search that checked them.
uint64_t errors_of(const Block& block) {
  uint64_t errors = 0;
  for (const Violation& violation : block.result.violations) {
    const bool own = !block.claim.empty() || violation.kind != ViolationKind::Liveness;
    if (own) errors += std::max<uint64_t>(violation.occurrences, 1);
  }
  return errors;
}

std::string_view plus(bool on) {
  return on ? "+" : "-";
}

void write_head(const Report& report, const Block& block, std::ostream& out) {
  const Options& options = report.options;
  const bool whole = block.result.stop == StopReason::None;
  const bool hashed = options.store == store::TableKind::Bitstate || options.store == store::TableKind::Hash;
  out << fmt::format("\n(pexplore {}, figures as of Spin Version 6.5.2)\n", report.version);
  if (!whole) out << "Warning: Search not completed\n";
  if (report.partial_order && report.partial_order->on) out << "\t+ Partial Order Reduction\n";
  if (report.strategy != "none") out << fmt::format("\t+ Symmetry Reduction ({})\n", report.strategy);
  out << (hashed ? "\nHashed search for:\n" : "\nFull statespace search for:\n");
  out << fmt::format("\tnever claim         \t{}\n",
                     block.claim.empty() ? "- (none specified)" : "+ (" + block.claim + ")");
  out << fmt::format("\tassertion violations\t{}\n", plus(options.check_assertions && block.claim.empty()));
  out << fmt::format("\tacceptance   cycles \t{}\n", block.cycles ? "+" : "- (not selected)");
  out << fmt::format("\tinvalid end states\t{}\n", plus(options.check_deadlock && block.claim.empty()));
}

void write_block(const Report& report, const Block& block, std::ostream& out) {
  const SearchResult& result = block.result;
  write_head(report, block, out);
  const uint64_t transitions = transitions_of(result);
  const auto states = static_cast<double>(result.states);
  out << fmt::format("\nState-vector {} byte, depth reached {}, errors: {}\n", result.state_bytes, result.max_depth,
                     errors_of(block));
  out << fmt::format("{:9} states, stored\n{:9} states, matched\n{:9} transitions (= stored+matched)\n", result.states,
                     transitions - result.states, transitions);
  out << fmt::format("{:9} atomic steps\n", 0);
  out << "hash conflicts:         0 (resolved)\n\nStats on memory usage (in Megabytes):\n";
  out << fmt::format("{:9.3f}\tequivalent memory usage for states (stored*(State-vector + overhead))\n",
                     states * static_cast<double>(result.state_bytes) / kMegabyte);
  out << fmt::format("{:9.3f}\tactual memory usage for states\n", states * result.store_bytes_per_state / kMegabyte);
  if (result.peak_memory_bytes != 0) {
    out << fmt::format("{:9.3f}\ttotal actual memory usage\n",
                       static_cast<double>(result.peak_memory_bytes) / kMegabyte);
  }
  out << fmt::format("\npan: elapsed time {:.3g} seconds\n", result.seconds);
  if (result.seconds > 0) out << fmt::format("pan: rate {:9.0f} states/second\n", states / result.seconds);
  out << '\n';
}

}  // namespace

void write_spin_figures(const Report& report, std::ostream& out) {
  write_block(report, {report.result, {}}, out);
  for (const driver::PropertyReport& property : report.properties) {
    if (property.result.states != 0) write_block(report, {property.result, property.name, true}, out);
  }
}

}  // namespace px::cli

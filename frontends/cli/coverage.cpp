#include "frontends/cli/coverage.h"

namespace px::cli {

void write_unreached(const std::vector<UnreachedPart>& parts, const SourceMap& sources, std::ostream& out) {
  for (const UnreachedPart& part : parts) {
    out << "unreached in " << part.name << '\n';
    for (const UnreachedLine& line : part.lines) {
      out << '\t';
      if (line.span.known()) out << sources.name(line.span.file) << ':' << line.span.line << ", ";
      if (line.state != 0) out << "state " << line.state << ", ";
      out << '"' << line.text << "\"\n";
    }
    out << "\t(" << part.unreached << " of " << part.total << ' ' << part.counted << ")\n";
  }
}

}  // namespace px::cli

#include "engine/base/process_memory.h"

#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace px {
namespace {

// The start of a file in /proc, read without a heap buffer because it is needed when memory is short.
size_t read_start(const char* path, char* text, size_t bytes) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t got = ::read(file, text, bytes - 1);
  ::close(file);
  const size_t length = got > 0 ? static_cast<size_t>(got) : 0;
  text[length] = 0;
  return length;
}

}  // namespace

uint64_t resident_bytes() {
  char text[128];
  unsigned long long resident = 0;
  if (read_start("/proc/self/statm", text, sizeof(text)) == 0) return 0;
  if (std::sscanf(text, "%*u %llu", &resident) != 1) return 0;
  static const long kPageBytes = ::sysconf(_SC_PAGESIZE);
  return resident * static_cast<uint64_t>(kPageBytes);
}

uint64_t peak_resident_bytes() {
  char text[4096];
  if (read_start("/proc/self/status", text, sizeof(text)) == 0) return 0;
  const char* line = std::strstr(text, "VmHWM:");
  unsigned long long kilobytes = 0;
  if (line == nullptr || std::sscanf(line, "VmHWM: %llu", &kilobytes) != 1) return 0;
  return kilobytes * 1024;
}

}  // namespace px

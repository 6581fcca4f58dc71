// A private temporary folder for a test, removed afterwards: tests run in parallel, even across several builds.
#pragma once

#include <filesystem>
#include <gtest/gtest.h>
#include <string>

namespace px::test {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(testing::TempDir() + "pexplore_test_XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) ADD_FAILURE() << "no folder " << path_ << " can be made";
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace px::test

// Maps a state to what is stored for its symmetry class. Implemented in symmetry/canon; the identity reducer is defined
// here.
//
// A reducer works on whole batches, in place. It turns a state s into either
//   Representative: a state in the orbit of s, stored and explored instead of s; or
//   Key: a word string that stands for the class of s (marker, certificate); the table stores the key, and the
//        first concrete state of the class is explored; or
//   Orbit: s itself is explored, and all its images are stored with it (flooding).
// `guarantee` says whether a class can be lost: only an exact reducer lets a search say "holds".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/model/statistic.h"
#include "engine/model/verdict.h"

namespace px {

// Used by one worker; not thread-safe. Of the first three functions only the one for the reducer's kind may be called:
// keys that are never written would make all states equal.
class ReducerWorker {
 public:
  virtual ~ReducerWorker() = default;
  // Representative reducers: replaces each of `count` states (of the reducer's state_words each) in place.
  virtual void reduce(uint64_t* states, size_t count);
  // Representative reducers: replaces one state and reports the permutation: image[i] is the image of element i, where
  // the elements of all sorts of the program are numbered consecutively. Returns false if the permutation is unknown;
  // the state is then unchanged.
  virtual bool reduce_told(uint64_t* state, std::vector<uint16_t>& image);
  // Key reducers: writes key_words() words per state to `keys`.
  virtual void make_keys(const uint64_t* states, size_t count, uint64_t* keys);
  // Orbit reducers: appends all images of the state other than the state itself to `images`, without duplicates.
  virtual void make_images(const uint64_t* state, std::vector<uint64_t>& images);
  // Statistics for the report, such as the number of states that needed individualisation.
  virtual std::vector<Statistic> statistics() const { return {}; }
};

// The action of a reducer's group on packed states, for audits. Thread-safe.
class StateGroup {
 public:
  virtual ~StateGroup() = default;
  // Appends the images of the state under a set of permutations that generate the group.
  virtual void make_generator_images(const uint64_t* state, std::vector<uint64_t>& images) const = 0;
  // The image of the state under one permutation, given as in ReducerWorker::reduce_told.
  virtual void apply(const uint16_t* image, const uint64_t* state, uint64_t* out) const = 0;
};

class Reducer {
 public:
  enum class Kind : uint8_t { Identity, Representative, Key, Orbit };
  virtual ~Reducer() = default;
  virtual std::string name() const = 0;
  virtual Kind kind() const = 0;
  virtual Guarantee guarantee() const = 0;
  virtual std::string caveat() const { return {}; }  // why it is approximate
  virtual uint32_t key_words() const { return 0; }
  // Whether all states of an orbit have the same representative or key.
  virtual bool full() const { return false; }
  // The group; null: the trivial one.
  virtual const StateGroup* group() const { return nullptr; }
  virtual std::unique_ptr<ReducerWorker> make_worker() const = 0;
};

// Strategy "none".
class IdentityReducer final : public Reducer {
 public:
  std::string name() const override { return "none"; }
  Kind kind() const override { return Kind::Identity; }
  Guarantee guarantee() const override { return Guarantee::Exact; }
  std::unique_ptr<ReducerWorker> make_worker() const override;
};

}  // namespace px

# Shared by scripts/run and scripts/test: locates, configures and builds the tree. Sourced, not run.
# shellcheck shell=bash

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

fail() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit "${2:-1}"
}

# Runs a command quietly; if it fails, shows its output.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

# configure PRESET tests|no-tests: prepares build/PRESET for ninja. A build directory that has tests keeps them.
configure() {
  local build_dir=$source_dir/build/$1 wanted=$2 arguments=()
  if [[ -f $build_dir/build.ninja ]]; then
    [[ $wanted == no-tests ]] && return
    grep -q '^PEXPLORE_TESTS:BOOL=ON' "$build_dir/CMakeCache.txt" && return
  fi
  if [[ $wanted == tests ]]; then
    arguments+=(-DPEXPLORE_TESTS=ON -DPEXPLORE_BENCHMARKS=ON)
  else
    arguments+=(-DPEXPLORE_TESTS=OFF -DPEXPLORE_BENCHMARKS=OFF)
  fi
  if command -v ccache >/dev/null; then
    arguments+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  (cd "$source_dir" && quietly cmake --preset "$1" "${arguments[@]}") || fail "configuring preset '$1' failed"
}

# build PRESET [TARGET...]: quiet unless something is compiled, then on stderr (stdout belongs to the model's result).
build() {
  local build_dir=$source_dir/build/$1
  shift
  if [[ -t 2 ]]; then
    ninja -C "$build_dir" --quiet "$@" >&2 || fail "the build failed"
  else
    quietly ninja -C "$build_dir" "$@" || fail "the build failed"
  fi
}

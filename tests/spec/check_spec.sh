#!/bin/sh
# check_spec.sh model.pml: runs every line of the form " *   spin [options] -run model.pml   holds|violated ..." in the
# model's head and compares. Exit 77 (skipped) where spin is missing.
set -u
model=$(realpath "$1")
if ! command -v spin >/dev/null || ! command -v cc >/dev/null; then
  echo "skipped: spin (and a C compiler) are needed to check $model"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
checked=0
sed -n 's/^ \*  *spin \(.*\)-run [^ ]*  *\(holds\|violated\).*/\2 \1/p' "$model" >claims
while read -r expected options; do
  # shellcheck disable=SC2086
  spin $options -run -m1000000 "$model" >output 2>&1
  if grep -q 'errors: 0' output && ! grep -q 'max search depth too small' output; then
    found=holds
  elif grep -q 'errors: [1-9]' output; then
    found=violated
  else
    found="no answer"
    cat output
  fi
  echo "$(basename "$model") ${options:-(as is)}: $found"
  [ "$found" = "$expected" ] || { echo "  expected: $expected"; failures=$((failures + 1)); }
  checked=$((checked + 1))
done <claims
[ "$checked" -gt 0 ] || { echo "no claims in $model"; exit 1; }
[ "$failures" -eq 0 ]

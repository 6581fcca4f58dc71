#!/bin/sh
# One search that takes several nights: each call continues where the previous one stopped.
#
#   long-search.sh FOLDER TIME [options of pexplore check] MODEL
#
# FOLDER holds the checkpoints, and is removed once there is a verdict. The exit code is that of pexplore: 20 or 21 as long as
# the search is incomplete.
set -u
pexplore=${PEXPLORE:-pexplore}
folder=$1
time=$2
shift 2
if ls "$folder"/checkpoint-* > /dev/null 2>&1; then
  "$pexplore" resume "$folder" --time "$time"
else
  "$pexplore" check --checkpoint "$folder" --time "$time" "$@"
fi
code=$?
case $code in
  20 | 21) ;;
  2) echo "long-search.sh: '$folder' is kept" >&2 ;;
  *) rm -rf "$folder" ;;
esac
exit $code

#!/bin/sh
# Says how long each frame will take on this machine: profile.sh FRAMES WIDTH HEIGHT EVERY SHRINK. Prints a line for each task, its number and
# its seconds.
#
# Renders every EVERY-th frame with a SHRINK-th of the width and of the height, then the costliest of these in full. What that took, in small
# and in full, gives the factor between the two. Frames between those of the sample are like their neighbours.
set -eu
frames=$1 width=$2 height=$3 every=$4 shrink=$5

# Seconds that povray says it has traced, a line for each frame.
traced() {
  sed -n 's/^ *Trace Time:.*(\([0-9.]*\) seconds).*/\1/p' "$1"
}

sampled=$(((frames + every - 1) / every))
last=$(awk "BEGIN { print ($sampled - 1) * $every / $frames }")
small=$(awk "BEGIN { w = int($width / $shrink); h = int($height / $shrink); print \"+W\" w, \"+H\" h }")
# shellcheck disable=SC2086 # Two arguments.
povray +Imarbles.pov +Osmall.png $small +A0.3 +WT1 -D +KI0 +KF"$last" +KFI1 +KFF"$sampled" 2>small.log ||
  { cat small.log >&2; exit 1; }
traced small.log >small.times

base=$(sort -g small.times | tail -n 1)
number=$(grep -n -x -m 1 -F "$base" small.times | cut -d: -f1)
full=$(./render.sh $(((number - 1) * every + 1)) "$frames" "$width" "$height")
trace=$(traced povray.log)

# What povray takes before and after it traces does not grow with the picture.
awk -v frames="$frames" -v every="$every" -v base="$base" -v full="$full" -v trace="$trace" '
  { small[NR] = $1 }
  END {
    for (task = 0; task < frames; task++) {
      at = task / every
      left = int(at)
      right = left + 2 > NR ? left : left + 1
      between = small[left + 1] + (at - left) * (small[right + 1] - small[left + 1])
      printf "%d %.3f\n", task, full - trace + between * trace / base
    }
  }' small.times

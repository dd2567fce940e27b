#!/bin/sh
# Estimates how long each frame takes on this machine: profile.sh FRAMES WIDTH HEIGHT EVERY SHRINK. Prints a line for each task: its index and
# its seconds.
#
# Renders every EVERY-th frame with a SHRINK-th of the width and of the height, then the most expensive of these in full. The two times of that
# frame give the factor between small and full frames. Frames between the sampled ones are interpolated. Small frames are compared by processor
# time, because they are so short that other load on the machine would distort their wall time.
set -eu
frames=$1 width=$2 height=$3 every=$4 shrink=$5

# For each frame in povray's output, the seconds of tracing, and its processor seconds.
traced() {
  sed -n '/^ *Trace Time:/{s/.*(\([0-9.]*\) seconds).*/\1/;N;s/\n.* with \([0-9.]*\) CPU-seconds.*/ \1/;p;}' "$1"
}

sampled=$(((frames + every - 1) / every))
last=$(awk "BEGIN { print ($sampled - 1) * $every / $frames }")
small=$(awk "BEGIN { w = int($width / $shrink); h = int($height / $shrink); print \"+W\" w, \"+H\" h }")
# shellcheck disable=SC2086 # Two arguments.
povray +Imarbles.pov +Osmall.png $small +A0.3 +WT1 -D +KI0 +KF"$last" +KFI1 +KFF"$sampled" 2>small.log ||
  { cat small.log >&2; exit 1; }
traced small.log | cut -d ' ' -f 2 >small.times

base=$(sort -g small.times | tail -n 1)
number=$(grep -n -x -m 1 -F "$base" small.times | cut -d : -f 1)
frame=$(((number - 1) * every + 1))
full=$(./render.sh "$frame" "$frames" "$width" "$height")
trace=$(traced povray.log | cut -d ' ' -f 1)
echo "frame $frame: $full s, of which $trace s traced by $(traced povray.log | cut -d ' ' -f 2) s of the processor" >&2

# The time of povray before and after tracing does not depend on the size of the picture.
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

#!/bin/sh
# Renders one frame of the animation: render.sh FRAME FRAMES WIDTH HEIGHT, with frames counted from 1. Writes frame-NNN.png, and prints how many
# seconds that took.
set -eu
frame=$1 frames=$2 width=$3 height=$4

began=$(date +%s.%N)
clock=$(awk "BEGIN { print ($frame - 1) / $frames }")
# One thread, because the bag asks for one processor; no window.
povray +Imarbles.pov +O"$(printf 'frame-%03d.png' "$frame")" +W"$width" +H"$height" +A0.3 +WT1 -D +K"$clock" 2>povray.log ||
  { cat povray.log >&2; exit 1; }
awk "BEGIN { printf \"%.3f\\n\", $(date +%s.%N) - $began }"

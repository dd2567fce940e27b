# Sourced by the checks in this folder: records figures and prints them at the end.

missed=()
figures=()

# Records a figure and whether its bar holds: figure NAME VALUE BAR CONDITION
figure() {
  figures+=("$1: $2 (bar: $3)")
  if ! eval "$4"; then
    missed+=("$1")
  fi
}

# Whether a decimal number is at most another.
at_most() {
  awk -v a="$1" -v b="$2" 'BEGIN { exit !(a <= b) }'
}

# The value of a figure in a report of scripts/measure-live: value REPORT NAME
value() {
  sed -E "s/.*\"$2\":\"?([^\",}]*).*/\1/" "$1"
}

# The median of a distribution in a report of scripts/measure-live: median REPORT NAME
median() {
  sed -E "s/.*\"$2\":\{\"median\":([^,}]*).*/\1/" "$1"
}

# Runs a function at the lowest priority, beside what follows: in_background LOG FUNCTION
in_background() {
  # With job control it is a process group, which the trap ends with all its programs.
  set -m
  {
    chrt --idle --pid 0 "$BASHPID"
    "$2"
  } >"$1" 2>&1 </dev/null &
  background=$!
  set +m
  trap 'kill -- -"$background" 2>/dev/null || true' EXIT
}

# Waits for the function that runs in the background, which gets the processors from now on.
await_background() {
  chrt --other --all-tasks --pid 0 "$background" || true
  wait "$background"
}

# Prints all figures and the missed bars; ends the check.
print_figures() {
  echo
  printf '%s\n' "${figures[@]}"
  if ((${#missed[@]} > 0)); then
    printf 'missed: %s\n' "${missed[@]}"
    exit 1
  fi
  echo "all bars hold"
}

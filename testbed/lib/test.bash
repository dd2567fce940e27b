# Shared by the testbed's tests: steps, waiting, and a testbed that is always stopped. Sourced with here set and with the
# arguments of the command.
# shellcheck shell=bash

if (($# > 0)); then
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
  exit 0
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/testbed.XXXXXX")
chmod 711 "$work"
bed=$work/bed
begun=$EPOCHREALTIME

# Runs a step, named by $1, and prints how long it took and whether it failed.
step() {
  local name=$1 start=$EPOCHREALTIME
  shift
  current=$name
  "$@"
  printf 'test: %6s s  %s\n' "$(seconds "$start")" "$name"
}

seconds() {
  local millis=$(((${EPOCHREALTIME/[.,]/} - ${1/[.,]/}) / 1000))
  printf '%d.%02d' $((millis / 1000)) $((millis / 10 % 100))
}

# Stops the testbed in every case; after a failure the folder stays, with its logs.
finish() {
  local status=$?
  if ((status != 0)); then
    echo "test: FAILED: $current. Logs: $bed" >&2
    "$here/down" --dir "$bed" || true
    exit "$status"
  fi
  rm -rf "$work"
}

wrong() {
  echo "test: $*" >&2
  return 1
}

# Waits at most $1 seconds until the command that follows succeeds.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || wrong "timed out waiting for: $*"
    sleep 0.1
  done
}

quietly() { "$here/$1" --dir "$bed" "${@:2}" >>"$work/out" 2>&1; }

is_json() {
  if command -v jq >/dev/null; then jq -e "$2" "$1" >/dev/null; fi
}

# Prints every process that mentions the folder in its arguments or variables, except this one and its children.
ours() {
  local file
  for file in /proc/[0-9]*/cmdline /proc/[0-9]*/environ; do
    if grep -qzF -- "$bed" "$file"; then echo "${file//[!0-9]/}"; fi
  done 2>/dev/null | sort -u | grep -vxF -e "$$" -e "$BASHPID" || true
}

passed() { echo "test: all passed in $(seconds "$begun") s"; }

trap finish EXIT

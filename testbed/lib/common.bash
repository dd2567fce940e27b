# What all commands of the testbed share: messages, the folder with its settings and lock, ports, waiting.
# shellcheck shell=bash

# Slurm and PostgreSQL keep their sockets below the folder, and a socket's path has at most 107 bytes. Slurm's
# are the longest, with a cluster's name twice, a job's number and a step's.
readonly longest_folder=60

# The daemons are in sbin, which an ordinary user's PATH leaves out.
PATH=$PATH:/usr/sbin:/sbin

# The folder of the testbed, from --dir.
dir=

# Set when a command was told to end; whatever waits then fails, and says nothing.
stopping=

# What `up` was asked for, and the ports it chose; kept in the folder's file "settings".
declare -A settings=()

say() { printf 'testbed: %s\n' "$*" >&2; }

die() {
  say "$@"
  exit 1
}

# A call that makes no sense: says why and how to get help.
misuse() {
  say "$@"
  say "'$0 --help' says how to call it."
  exit 2
}

# The comment at the head of the command is its help.
help() {
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
  exit 0
}

# Sets positional to the arguments that are not options, dir from --dir, and calls option NAME VALUE for other
# options that take a value (named in $1) and option NAME for those that do not (named in $2).
parse() {
  local with_value=" $1 " without_value=" $2 "
  shift 2
  positional=()
  while (($# > 0)); do
    case $1 in
      -h | --help) help ;;
      --*=*)
        set -- "${1%%=*}" "${1#*=}" "${@:2}"
        continue
        ;;
      -*)
        if [[ $1 == --dir || $with_value == *" $1 "* ]]; then
          (($# > 1)) || misuse "$1 needs a value."
          if [[ $1 == --dir ]]; then dir=$2; else option "$1" "$2"; fi
          shift 2
        elif [[ $without_value == *" $1 "* ]]; then
          option "$1"
          shift
        else
          misuse "there is no option $1."
        fi
        ;;
      *)
        positional+=("$1")
        shift
        ;;
    esac
  done
  [[ -n $dir ]] || misuse "--dir is missing: the folder of the testbed."
  dir=$(realpath -m -- "$dir")
}

# For the commands that take $1 (a word for it, or nothing) besides --dir.
one_argument() {
  local what=$1 wanted=1
  [[ -n $what ]] || wanted=0
  ((${#positional[@]} <= wanted)) || misuse "'${positional[wanted]}' is one argument too many."
  ((${#positional[@]} >= wanted)) || misuse "the $what is missing."
}

# Is $2 a whole number from 1 to $1?
is_number_up_to() { [[ $2 =~ ^[1-9][0-9]{0,5}$ ]] && (($2 <= $1)); }

# Slurm's configuration has no quotes, so the folder may hold nothing that would need them.
check_folder_name() {
  [[ $dir =~ ^[A-Za-z0-9/._+-]+$ ]] ||
    die "the folder '$dir' has a character that slurm.conf cannot hold. Use letters, digits and / . _ + - only."
  ((${#dir} <= longest_folder)) ||
    die "the folder '$dir' has ${#dir} characters, and sockets below it allow $longest_folder. Maybe use one in /tmp."
}

has_testbed() { [[ -f $dir/settings ]]; }

# Opens the testbed in the folder: one command at a time, and only for the user who made it.
open_testbed() {
  has_testbed || die "there is no testbed in $dir. Maybe start one: testbed/up --dir $dir"
  lock
  load_settings
}

lock() {
  [[ -O $dir ]] || die "$dir belongs to $(stat -c %U "$dir"), who alone can work with it."
  exec 9>"$dir/lock"
  flock -w 120 9 || die "another command has worked on $dir for 2 minutes."
}

load_settings() {
  local key value
  while IFS='=' read -r key value; do settings[$key]=$value; done <"$dir/settings"
}

save_settings() {
  local key
  for key in "${!settings[@]}"; do printf '%s=%s\n' "$key" "${settings[$key]}"; done | sort >"$dir/settings.new"
  mv "$dir/settings.new" "$dir/settings"
}

# The names of the parts that this testbed has, one in a line.
clusters() {
  local i
  for ((i = 1; i <= settings[clusters]; i++)); do echo "cluster$i"; done
}

has() { [[ ${settings[$1]} == yes ]]; }

# Is there a Grid Engine cell? The setting is the number of its slots, and not there in folders of earlier versions.
has_gridengine() { ((${settings[gridengine]:-0} > 0)); }

parts() {
  clusters
  ! has_gridengine || echo gridengine
  ! has postgres || echo postgres
}

check_is_cluster() {
  parts | grep -vxF postgres | grep -qxF -- "$1" ||
    die "there is no cluster '$1' in $dir. There are: $(parts | grep -vxF postgres | xargs)"
}

# Prints the ports on which something listens, in hexadecimal as the kernel's table has them; 0A is its word for the
# state of one who listens. The shell's own read would take this table a byte at a time, which takes seconds.
listening_ports() {
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | sed -nE 's/^ *[0-9]+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:0000 0A .*/\1/p'
}

is_listening() { listening_ports | grep -qxF "$(printf %04X "$1")"; }

# Gives setting $1 a port: the one it had if that is free, so that clients may keep it. New ones are drawn below
# those which the kernel gives to connections, at random, so that testbeds started together are unlikely to meet.
choose_port() {
  local key=$1 port=${settings[$1]:-0} other taken=' '
  while read -r other; do taken+="$((16#$other)) "; done < <(listening_ports)
  for other in "${!settings[@]}"; do
    [[ $other != *_port || $other == "$key" ]] || taken+="${settings[$other]} "
  done
  while ((port == 0)) || [[ $taken == *" $port "* ]]; do port=$((20000 + RANDOM % 12000)); done
  settings[$key]=$port
}

# Waits at most $1 seconds until the command that follows succeeds; looks at the processes named before -- and
# gives up when one of them has ended.
wait_until() {
  local end=$((SECONDS + $1)) id ids=()
  shift
  while [[ $1 != -- ]]; do
    ids+=("$1")
    shift
  done
  shift
  until "$@"; do
    for id in "${ids[@]}"; do is_running "$id" || return 1; done
    [[ -z $stopping ]] || return 1
    ((SECONDS < end)) || return 1
    sleep 0.05
  done
}

# Ends a step that failed, with the log that tells why and its last lines.
fail() {
  local what=$1 log=$2
  [[ -z $stopping ]] || return 1
  say "$what. Read $log, which ends with:"
  tail -n 5 "$log" 2>/dev/null | sed 's/^/  | /' >&2 || true
  return 1
}

# Seconds since $1, which is an earlier value of EPOCHREALTIME.
seconds_since() {
  local micros=$((${EPOCHREALTIME/[.,]/} - ${1/[.,]/}))
  printf '%d.%01d\n' $((micros / 1000000)) $((micros / 100000 % 10))
}

need_programs() {
  local program missing=()
  for program in "$@"; do
    command -v "$program" >/dev/null || missing+=("$program")
  done
  ((${#missing[@]} == 0)) || die "not installed: ${missing[*]}. testbed/install installs what is needed (Grid Engine only with --gridengine)."
}

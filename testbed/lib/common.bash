# Shared by all testbed commands: messages, the folder with its settings and lock, ports, waiting.
# shellcheck shell=bash

# Slurm and PostgreSQL keep their sockets below the folder, and a socket path has at most 107 bytes. Slurm's paths are the
# longest: they contain the cluster's name twice, a job number and a step number.
readonly max_folder_length=60

# The daemons are in sbin, which is not on an ordinary user's PATH.
PATH=$PATH:/usr/sbin:/sbin

# The folder of the testbed (--dir).
dir=

# Set when the command received SIGTERM; waiting then fails without a message.
stopping=

# The requested settings and the chosen ports, stored in the folder's file "settings".
declare -A settings=()

say() { printf 'testbed: %s\n' "$*" >&2; }

die() {
  say "$@"
  exit 1
}

# Reports a wrong call and how to get help.
misuse() {
  say "$@"
  say "Run '$0 --help' for usage."
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
          misuse "unknown option $1."
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

# Checks the positional arguments: exactly one, described by $1, or none if $1 is empty.
one_argument() {
  local what=$1 wanted=1
  [[ -n $what ]] || wanted=0
  ((${#positional[@]} <= wanted)) || misuse "unexpected argument '${positional[wanted]}'."
  ((${#positional[@]} >= wanted)) || misuse "the $what is missing."
}

# Is $2 a whole number from 1 to $1?
is_number_up_to() { [[ $2 =~ ^[1-9][0-9]{0,5}$ ]] && (($2 <= $1)); }

# slurm.conf has no quoting, so the folder name must not need any.
check_folder_name() {
  [[ $dir =~ ^[A-Za-z0-9/._+-]+$ ]] ||
    die "the folder name '$dir' has a character that slurm.conf does not allow. Use only letters, digits and / . _ + -"
  ((${#dir} <= max_folder_length)) ||
    die "the folder name '$dir' has ${#dir} characters; socket paths allow $max_folder_length. Use a shorter one, such as in /tmp."
}

has_testbed() { [[ -f $dir/settings ]]; }

# Opens the testbed: one command at a time, and only for the user who created it.
open_testbed() {
  has_testbed || die "no testbed in $dir. Start one: testbed/up --dir $dir"
  lock
  load_settings
}

lock() {
  [[ -O $dir ]] || die "$dir belongs to $(stat -c %U "$dir"); only that user can use it."
  exec 9>"$dir/lock"
  flock -w 120 9 || die "another command has locked $dir for 2 minutes. Try again later."
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

# Prints the names of the clusters, one per line.
clusters() {
  local i
  for ((i = 1; i <= settings[clusters]; i++)); do echo "cluster$i"; done
}

has() { [[ ${settings[$1]} == yes ]]; }

# Is there a Grid Engine cell? The setting is the number of its slots; folders of earlier versions do not have it.
has_gridengine() { ((${settings[gridengine]:-0} > 0)); }

# Prints the names of all components, one per line.
components() {
  clusters
  ! has_gridengine || echo gridengine
  ! has postgres || echo postgres
  ! has_ha || echo ha
  ! has_s3 || echo s3
  ! has_keycloak || echo keycloak
}

check_is_cluster() {
  components | grep -vxE 'postgres|ha|s3|keycloak' | grep -qxF -- "$1" ||
    die "no cluster '$1' in $dir. Clusters: $(components | grep -vxE 'postgres|ha|s3|keycloak' | xargs)"
}

# Prints the listening ports in hexadecimal, as in the kernel's table, where 0A is the state LISTEN. The shell's own read
# would read this table byte by byte, which takes seconds.
listening_ports() {
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | sed -nE 's/^ *[0-9]+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:0000 0A .*/\1/p'
}

is_listening() { listening_ports | grep -qxF "$(printf %04X "$1")"; }

# Sets setting $1 to a port: the previous one if it is free, so clients can keep it. New ports are random, so testbeds that
# start together rarely collide, and below the kernel's ephemeral ports.
choose_port() {
  local key=$1 port=${settings[$1]:-0} other taken=' '
  while read -r other; do taken+="$((16#$other)) "; done < <(listening_ports)
  for other in "${!settings[@]}"; do
    [[ $other != *_port || $other == "$key" ]] || taken+="${settings[$other]} "
  done
  while ((port == 0)) || [[ $taken == *" $port "* ]]; do port=$((20000 + RANDOM % 12000)); done
  settings[$key]=$port
}

# Waits at most $1 seconds until the command after -- succeeds. Fails early when one of the processes named before -- has
# ended.
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

# Reports a failed step with its log file and the last lines of the log.
fail() {
  local what=$1 log=$2
  [[ -z $stopping ]] || return 1
  say "$what. See $log; its last lines:"
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
  ((${#missing[@]} == 0)) || die "not installed: ${missing[*]}. Run testbed/install (with --gridengine for Grid Engine, --ha for Patroni, --s3 for Swift)."
}

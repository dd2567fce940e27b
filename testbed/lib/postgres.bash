# A private PostgreSQL with a user and a database called tender, on loopback and with a password.
# shellcheck shell=bash

# Sets pg_bin to the folder with the newest server that Debian installed.
find_postgres() {
  local found
  found=$(printf '%s\n' /usr/lib/postgresql/*/bin/postgres | sort -V | tail -n 1)
  [[ -x $found ]] || die "not installed: PostgreSQL's server. testbed/install installs what is needed."
  pg_bin=${found%/postgres}
}

# PostgreSQL does not run as root; for root, the user of Debian's package runs it.
owner_of_postgres() {
  if ((EUID == 0)); then echo postgres; else id -un; fi
}

# Sets as_owner to what stands before a command so that this user runs it, in the very same process.
choose_owner() {
  as_owner=()
  if ((EUID == 0)); then as_owner=(setpriv --reuid=postgres --regid=postgres --init-groups --); fi
}

# Makes the database files. They get their name once they are complete, so that a half-made folder is never used.
create_database() {
  local home=$dir/postgres password as_owner
  choose_owner
  rm -rf "$home/store/data.new"
  password=$(od -An -tx1 -N16 /dev/urandom | tr -d ' \n')
  (umask 077 && echo "*:*:*:tender:$password" >"$home/pgpass")
  # Not written through to the disk: who loses power now starts again. Who may connect stands in our own
  # pg_hba.conf, so the one that initdb writes is never read.
  "${as_owner[@]}" "$pg_bin/initdb" -D "$home/store/data.new" -U tender -E UTF8 --locale=C.UTF-8 \
    --auth=reject --no-sync --no-instructions >>"$home/initdb.log" 2>&1 || return 1
  "${as_owner[@]}" "$pg_bin/postgres" --single -D "$home/store/data.new" postgres >>"$home/initdb.log" 2>&1 <<SQL || return 1
ALTER ROLE tender PASSWORD '$password'
CREATE DATABASE tender
SQL
  mv "$home/store/data.new" "$home/store/data"
}

write_postgres_conf() {
  local home=$dir/postgres
  cat >"$home/postgresql.conf" <<CONF
# Written by testbed/up and testbed/postgres-start.
data_directory = '$home/store/data'
hba_file = '$home/pg_hba.conf'
listen_addresses = '127.0.0.1'
port = ${settings[postgres_port]}
unix_socket_directories = '$home/socket'
max_connections = 200
timezone = 'UTC'
log_timezone = 'UTC'
log_line_prefix = '%m [%p] '

# What is committed stays, also when the power fails. These are the defaults; tests rely on them.
fsync = on
synchronous_commit = on
full_page_writes = on

# In the folder rather than in /dev/shm, where a killed server would leave it.
dynamic_shared_memory_type = mmap
CONF
  cat >"$home/pg_hba.conf" <<CONF
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
CONF
}

is_postgres_ready() { "$pg_bin/pg_isready" -q -h 127.0.0.1 -p "${settings[postgres_port]}"; }

start_postgres() {
  local home=$dir/postgres owner pg_bin as_owner
  if is_running postgres; then return; fi
  find_postgres
  owner=$(owner_of_postgres)
  choose_owner
  mkdir -p "$home"
  chmod 755 "$home"
  install -d -o "$owner" -m 700 "$home/store"
  install -d -o "$owner" -m 755 "$home/socket"
  "${as_owner[@]}" test -w "$home/store" ||
    die "the user $owner, who runs PostgreSQL, cannot reach $home. Each folder above it must let others pass (chmod o+x)."
  if [[ ! -d $home/store/data ]]; then
    create_database || fail "postgres: initdb failed" "$home/initdb.log" || return
  fi
  write_postgres_conf
  spawn postgres "$home/postgres.log" -- "${as_owner[@]}" "$pg_bin/postgres" -c config_file="$home/postgresql.conf"
  wait_until 60 postgres -- is_postgres_ready || fail "postgres: it did not start" "$home/postgres.log" || return
}

# Open sessions are cut off, and nothing that was committed is lost.
stop_postgres() { stop_processes INT postgres; }

# Kills the server and the processes that it started, at once, as a crash would. The server is halted first, lest it
# start another while we look; the next server does not start while one of the old one's processes lives.
kill_postgres() {
  local pid victims
  is_running postgres || return 0
  kill -STOP "$pid"
  mapfile -t victims < <(processes_with parent "$pid")
  kill -KILL "$pid" "${victims[@]}" 2>/dev/null || true
  wait_until 10 -- all_gone "$pid" "${victims[@]}" || die "these processes cannot be killed: $pid ${victims[*]}"
  rm -f "$dir/run/postgres"
}

all_gone() {
  local one state parent session started
  for one in "$@"; do
    if inspect "$one" && [[ $state != [ZX] ]]; then return 1; fi
  done
}

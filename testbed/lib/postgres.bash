# A private PostgreSQL with a user and a database called tender, on loopback and with a password.
# shellcheck shell=bash

# Sets pg_bin to the folder of the newest installed server.
find_postgres() {
  local found
  found=$(printf '%s\n' /usr/lib/postgresql/*/bin/postgres | sort -V | tail -n 1)
  [[ -x $found ]] || die "not installed: the PostgreSQL server. Run testbed/install."
  pg_bin=${found%/postgres}
}

# PostgreSQL refuses to run as root, so for root the user of Debian's package runs it.
owner_of_postgres() {
  if ((EUID == 0)); then echo postgres; else id -un; fi
}

# Sets as_owner to the prefix that runs a command as this user, in the same process.
choose_owner() {
  as_owner=()
  if ((EUID == 0)); then as_owner=(setpriv --reuid=postgres --regid=postgres --init-groups --); fi
}

# Creates the database files. They get their final name when they are complete, so an incomplete folder is never used.
create_database() {
  local home=$dir/postgres password
  rm -rf "$home/store/data.new"
  password=$(od -An -tx1 -N16 /dev/urandom | tr -d ' \n')
  (umask 077 && echo "*:*:*:tender:$password" >"$home/pgpass")
  # In a file, because all users can read the arguments of a process.
  install -o "$owner" -m 600 /dev/null "$home/store/create.sql"
  printf '%s\n' "ALTER ROLE tender PASSWORD '$password'" "CREATE DATABASE tender" >"$home/store/create.sql"
  # No sync to disk (--no-sync, -F): after a power failure the files are created again. Our own pg_hba.conf replaces the one
  # that initdb writes.
  # shellcheck disable=SC2016 # the inner shell expands it
  spawn initdb "$home/initdb.log" "${as_owner[@]}" bash -euc '
    cd "$2"
    "$1/initdb" -D data.new -U tender -E UTF8 --locale=C.UTF-8 --auth=reject --no-sync --no-instructions
    "$1/postgres" --single -F -D data.new postgres <create.sql
    rm create.sql
    mv data.new data' initdb "$pg_bin" "$home/store"
  wait $! && rm -f "$dir/run/initdb"
}

write_postgres_conf() {
  local home=$dir/postgres
  cat >"$home/postgresql.conf" <<CONF
# Written by testbed/up and testbed/postgres-start.
data_directory = '$home/store/data'
hba_file = '$home/pg_hba.conf'
ident_file = '$home/store/data/pg_ident.conf'
listen_addresses = '127.0.0.1'
port = ${settings[postgres_port]}
unix_socket_directories = '$home/socket'
max_connections = 200
timezone = 'UTC'
log_timezone = 'UTC'
log_line_prefix = '%m [%p] '

# Commits survive a power failure. These are the defaults, and tests rely on them.
fsync = on
synchronous_commit = on
full_page_writes = on

# In the folder and not in /dev/shm, where a killed server would leave files.
dynamic_shared_memory_type = mmap
CONF
  cat >"$home/pg_hba.conf" <<CONF
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
CONF
}

# A killed server leaves a lock file with its process id. The id stays in use until process 1 reaps the dead server, and until
# then the next server respects the lock. In some containers process 1 reaps slowly or never.
release_lock() {
  local holder
  read -r holder 2>/dev/null <"$1" || return 0
  if inspect "$holder" && [[ $process_state == [ZX] ]]; then
    wait_until 5 -- is_id_free "$holder" || rm -f "$1"
  fi
}

is_id_free() { ! inspect "$1"; }

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
    die "the user $owner, who runs PostgreSQL, cannot enter $home. Allow it for each folder above: chmod o+x"
  if [[ ! -d $home/store/data ]]; then
    create_database || fail "postgres: initdb failed" "$home/initdb.log" || return
  fi
  write_postgres_conf
  release_lock "$home/store/data/postmaster.pid"
  spawn postgres "$home/postgres.log" "${as_owner[@]}" "$pg_bin/postgres" -c config_file="$home/postgresql.conf"
  wait_until 60 postgres -- is_postgres_ready || fail "postgres: the server did not start" "$home/postgres.log" || return
}

# Ends open sessions; committed data stays.
stop_postgres() {
  local pid victims
  if is_running initdb; then
    mapfile -t victims < <(members_of "$pid")
    kill -KILL "${victims[@]}" 2>/dev/null || true
  fi
  stop_processes INT initdb postgres
}

# Kills the server and its child processes immediately, like a crash. The server is halted first, so that it starts no new
# process meanwhile; the next server does not start while a process of the old one lives.
kill_postgres() {
  local pid victims
  is_running postgres || return 0
  kill -STOP "$pid"
  mapfile -t victims < <(children_of "$pid")
  kill -KILL "$pid" "${victims[@]}" 2>/dev/null || true
  wait_until 10 -- are_dead "$pid" "${victims[@]}" || die "these processes cannot be killed: $pid ${victims[*]}"
  rm -f "$dir/run/postgres"
}

are_dead() {
  local one
  for one in "$@"; do
    if inspect "$one" && [[ $process_state != [ZX] ]]; then return 1; fi
  done
}


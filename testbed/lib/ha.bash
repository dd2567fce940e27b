# A PostgreSQL with automatic failover: etcd, nodes with Patroni and synchronous replication, and HAProxy, which forwards
# clients to the primary. The database and its user are called tender, as in the single PostgreSQL.
# shellcheck shell=bash

# Seconds after which a standby takes over from a primary that is silent. Patroni's own default is 30.
readonly ha_ttl_by_default=20

# Is there a PostgreSQL with failover? The setting is the number of its nodes; folders of earlier versions do not have it.
has_ha() { ((${settings[ha]:-0} > 0)); }

ha_nodes() {
  local i
  for ((i = 1; i <= settings[ha]; i++)); do echo "node$i"; done
}

check_is_ha_node() { ha_nodes | grep -qxF -- "$1" || die "no node '$1' in $dir. Nodes: $(ha_nodes | xargs)"; }

check_has_ha() { has_ha || die "the testbed in $dir has no nodes with Patroni. Start it in a new folder with --ha 3."; }

ha_port() { echo "${settings[ha_${1}_${2}_port]}"; }

choose_ha_ports() {
  local node
  choose_port postgres_port
  choose_port ha_etcd_client_port
  choose_port ha_etcd_peer_port
  for node in $(ha_nodes); do
    choose_port "ha_${node}_postgres_port"
    choose_port "ha_${node}_api_port"
  done
}

# Sets home, owner, pg_bin and as_owner, which the other functions use.
prepare_ha() {
  home=$dir/ha
  find_postgres
  owner=$(owner_of_postgres)
  choose_owner
}

# Creates the folders and the passwords; a password in a file of its own, because all users can read arguments.
create_ha_folders() {
  local folder
  mkdir -p "$home"
  chmod 755 "$home"
  "${as_owner[@]}" test -x "$home" ||
    die "the user $owner, who runs PostgreSQL, cannot enter $home. Allow it for each folder above: chmod o+x"
  for folder in $(ha_nodes) etcd backups pgbackrest; do install -d -o "$owner" -m 700 "$home/$folder"; done
  install -o "$owner" -m 700 "$lib/pgbackrest-push" "$home/pgbackrest/push"
  for folder in tender postgres; do
    [[ -s $home/$folder.password ]] ||
      (umask 077 && od -An -tx1 -N16 /dev/urandom | tr -d ' \n' >"$home/$folder.password")
  done
  (umask 077 && echo "*:*:*:tender:$(<"$home/tender.password")" >"$home/pgpass")
}

# Writes a file that contains passwords, for the user who runs PostgreSQL, from the standard input.
write_for_owner() {
  install -o "$owner" -m 600 /dev/null "$1"
  cat >"$1"
}

write_patroni_conf() {
  local node=$1 password
  password=$(<"$home/postgres.password")
  write_for_owner "$home/$node/patroni.yml" <<CONF
# Written by testbed/up.
scope: tender
name: $node
etcd3:
  host: 127.0.0.1:${settings[ha_etcd_client_port]}
restapi:
  listen: 127.0.0.1:$(ha_port "$node" api)
  connect_address: 127.0.0.1:$(ha_port "$node" api)
bootstrap:
  dcs:
    # A standby takes over when the primary has been silent for the time to live, which must cover a pause of loop_wait and
    # two attempts of retry_timeout.
    ttl: ${settings[ha_ttl]}
    loop_wait: 2
    retry_timeout: $(((settings[ha_ttl] - 2) / 2))
    # A commit is acknowledged when a standby has it too, and only such a standby can take over.
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 100
        synchronous_commit: "on"
        archive_mode: "on"
        wal_keep_size: 128MB
        dynamic_shared_memory_type: mmap
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
postgresql:
  listen: 127.0.0.1:$(ha_port "$node" postgres)
  connect_address: 127.0.0.1:$(ha_port "$node" postgres)
  data_dir: $home/$node/data
  bin_dir: $pg_bin
  pgpass: $home/$node/pgpass
  authentication:
    superuser: {username: postgres, password: "$password"}
    replication: {username: standby, password: "$password"}
  parameters:
    unix_socket_directories: $home/$node
    archive_command: $home/pgbackrest/push $home/$node %p
  recovery_conf:
    restore_command: pgbackrest --config=$home/$node/pgbackrest.conf --stanza=tender archive-get %f "%p"
  pg_hba:
    # The folder of the socket belongs to the user who runs PostgreSQL, and others cannot enter it.
    - local all all trust
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication standby 127.0.0.1/32 scram-sha-256
  # Otherwise a copy waits for PostgreSQL's next checkpoint, for minutes.
  basebackup:
    checkpoint: fast
  # A former primary whose data cannot be rewound is copied again from the present one.
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
CONF
}

# A server is the primary if its Patroni says so. When it is no longer, its sessions are closed, so that clients connect again.
write_haproxy_conf() {
  local node
  {
    cat <<CONF
# Written by testbed/up.
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${settings[postgres_port]}
  option httpchk OPTIONS /primary
  default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
CONF
    for node in $(ha_nodes); do
      echo "  server $node 127.0.0.1:$(ha_port "$node" postgres) port $(ha_port "$node" api)"
    done
  } >"$home/haproxy.cfg"
}

is_etcd_ready() { curl -sf -m 2 -o /dev/null "http://127.0.0.1:${settings[ha_etcd_client_port]}/health"; }

start_etcd() {
  local client=http://127.0.0.1:${settings[ha_etcd_client_port]} peer=http://127.0.0.1:${settings[ha_etcd_peer_port]}
  if is_running ha.etcd; then return; fi
  spawn ha.etcd "$home/etcd.log" "${as_owner[@]}" etcd --data-dir "$home/etcd/data" --listen-client-urls "$client" \
    --advertise-client-urls "$client" --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" \
    --initial-cluster "default=$peer" --auto-compaction-retention 1
  wait_until 30 ha.etcd -- is_etcd_ready || fail "ha: etcd did not start" "$home/etcd.log"
}

start_haproxy() {
  if is_running ha.haproxy; then return; fi
  spawn ha.haproxy "$home/haproxy.log" "${as_owner[@]}" haproxy -db -f "$home/haproxy.cfg"
}

start_patroni() {
  if is_running "ha.$1"; then return; fi
  release_lock "$home/$1/data/postmaster.pid"
  spawn "ha.$1" "$home/$1.log" "${as_owner[@]}" patroni "$home/$1/patroni.yml"
}

# Runs a query as PostgreSQL's superuser at node $1, through its socket.
ha_sql() {
  "${as_owner[@]}" "$pg_bin/psql" -qAtX -v ON_ERROR_STOP=1 -h "$home/$1" -p "$(ha_port "$1" postgres)" -U postgres \
    -d "${3:-postgres}" -c "$2" 2>>"$home/psql.log"
}

# Patroni answers 200 if the node has the role $2.
has_role() { curl -sf -m 2 -o /dev/null "http://127.0.0.1:$(ha_port "$1" api)/$2"; }

# Prints the primary, or fails. Patroni names a node primary while it is still being promoted, so PostgreSQL is asked too.
ha_primary() {
  local node
  for node in $(ha_nodes); do
    if has_role "$node" primary && [[ $(ha_sql "$node" 'SELECT pg_is_in_recovery()') == f ]]; then
      echo "$node"
      return
    fi
  done
  return 1
}

has_primary() { ha_primary >/dev/null; }

# Does node $1 follow the primary, or is it the primary?
is_ha_member() { has_role "$1" primary || has_role "$1" 'replica?lag=1MB'; }

# Could a standby take over without loss?
is_redundant() {
  local primary
  primary=$(ha_primary) || return 1
  ((settings[ha] == 1)) ||
    [[ $(ha_sql "$primary" "SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum'))") == t ]]
}

# Does HAProxy forward clients to the primary?
is_ha_ready() {
  [[ $(PGPASSFILE=$home/pgpass PGCONNECT_TIMEOUT=2 "$pg_bin/psql" -qAtX -h 127.0.0.1 -p "${settings[postgres_port]}" -U tender \
    -d tender -c 'SELECT pg_is_in_recovery()' 2>>"$home/psql.log") == f ]]
}

create_tender_database() {
  local primary
  primary=$(ha_primary)
  [[ $(ha_sql "$primary" "SELECT count(*) FROM pg_roles WHERE rolname = 'tender'") == 0 ]] || return 0
  write_for_owner "$home/create.sql" <<<"CREATE ROLE tender LOGIN PASSWORD '$(<"$home/tender.password")'"
  "${as_owner[@]}" "$pg_bin/psql" -qX -h "$home/$primary" -p "$(ha_port "$primary" postgres)" -U postgres -d postgres \
    -v ON_ERROR_STOP=1 -f "$home/create.sql" -c 'CREATE DATABASE tender OWNER tender' 2>>"$home/psql.log"
  rm "$home/create.sql"
}

# Starts node $1 and waits until it is a member.
start_ha_node() {
  start_patroni "$1"
  wait_until 90 "ha.$1" -- is_ha_member "$1" || fail "ha: $1 did not join the others" "$home/$1.log"
}

# The first node creates the database and the repository of backups, or was restored, before the others copy it. In an existing
# folder any node may have been the last primary, so all of them start together.
start_ha() {
  local node home owner pg_bin as_owner
  prepare_ha
  create_ha_folders
  for node in $(ha_nodes); do
    write_patroni_conf "$node"
    write_pgbackrest_conf "$node"
  done
  write_haproxy_conf
  start_etcd || return
  start_haproxy
  if [[ ! -e $home/created ]]; then create_primary || return; fi
  for node in $(ha_nodes); do start_patroni "$node"; done
  for node in $(ha_nodes); do start_ha_node "$node" || return; done
  wait_until 60 -- is_redundant || fail "ha: no standby is synchronous" "$home/node1.log" || return
  wait_until 30 ha.haproxy -- is_ha_ready || fail "ha: HAProxy forwards to no primary" "$home/haproxy.log" || return
}

create_primary() {
  start_patroni node1
  wait_until 90 ha.node1 -- has_primary || fail "ha: node1 did not become the primary" "$home/node1.log" || return
  create_tender_database || fail "ha: the database was not created" "$home/psql.log" || return
  create_repository || return
  touch "$home/created"
}

is_ha_up() {
  local id
  for id in etcd haproxy $(ha_nodes); do is_running "ha.$id" || return 1; done
}

is_any_of_ha_running() {
  local id pid
  for id in etcd haproxy $(ha_nodes); do
    if is_running "ha.$id"; then return; fi
  done
  return 1
}

# Sets pid to the PostgreSQL of node $1, or fails. Patroni starts it, so it is not recorded; its arguments name its data.
find_node_postgres() {
  local arguments=()
  read -r pid 2>/dev/null <"$dir/ha/$1/data/postmaster.pid" || return 1
  { mapfile -d '' -t arguments <"/proc/$pid/cmdline"; } 2>/dev/null || return 1
  [[ " ${arguments[*]} " == *" -D $dir/ha/$1/data "* ]]
}

node_postgres_ended() { ! find_node_postgres "$1"; }

# Patroni stops its PostgreSQL; one whose Patroni was killed is stopped here.
stop_ha() {
  local node pid ids=()
  for node in $(ha_nodes); do ids+=("ha.$node"); done
  stop_processes TERM "${ids[@]}"
  for node in $(ha_nodes); do
    if find_node_postgres "$node"; then
      kill -INT "$pid" 2>/dev/null || true
      wait_until 20 -- node_postgres_ended "$node" || kill -KILL "$pid" 2>/dev/null || true
    fi
  done
  stop_processes TERM ha.haproxy ha.etcd
}

# Kills node $1 with signal 9, Patroni and PostgreSQL with all children, like a crash of its machine. They are halted first, so
# that they start no new processes and send nothing more.
kill_ha_node() {
  local pid roots=() victims=()
  is_running "ha.$1" && roots+=("$pid")
  find_node_postgres "$1" && roots+=("$pid")
  ((${#roots[@]} > 0)) || return 0
  kill -STOP "${roots[@]}" 2>/dev/null || true
  for pid in "${roots[@]}"; do mapfile -t -O ${#victims[@]} victims < <(children_of "$pid"); done
  kill -KILL "${roots[@]}" "${victims[@]}" 2>/dev/null || true
  wait_until 10 -- are_dead "${roots[@]}" "${victims[@]}" ||
    die "these processes cannot be killed: ${roots[*]} ${victims[*]}"
  rm -f "$dir/run/ha.$1"
}

# Backups of the PostgreSQL with failover by pgBackRest, and their restore to a point in time.
# shellcheck shell=bash

write_pgbackrest_conf() {
  write_for_owner "$home/$1/pgbackrest.conf" <<CONF
# Written by testbed/up.
[global]
repo1-path=$home/backups
repo1-retention-full=2
lock-path=$home/pgbackrest/lock
log-path=$home/pgbackrest/log
log-level-console=warn
compress-type=lz4
start-fast=y
[tender]
pg1-path=$home/$1/data
pg1-port=$(ha_port "$1" postgres)
pg1-socket-path=$home/$1
pg1-user=postgres
CONF
}

# Runs pgBackRest at node $1.
backrest() {
  local node=$1
  shift
  "${as_owner[@]}" pgbackrest --config="$home/$node/pgbackrest.conf" --stanza=tender "$@" >>"$home/pgbackrest.log" 2>&1
}

create_repository() { backrest node1 stanza-create || fail "ha: pgBackRest has no repository" "$home/pgbackrest.log"; }

# Archives everything up to now. The end of a restore is found by a later commit, so there must be one.
archive_now() {
  local primary segment
  primary=$(ha_primary) || return 0
  ha_sql "$primary" 'SELECT pg_current_xact_id()' >/dev/null
  segment=$(ha_sql "$primary" 'SELECT pg_walfile_name(pg_switch_wal())')
  wait_until 60 -- is_archived "$segment" || fail "backup: segment $segment was not archived" "$home/pgbackrest.log"
}

is_archived() { compgen -G "$home/backups/archive/tender/*/${1:0:16}/$1-*" >/dev/null; }

# Replaces the data of node $1 by the state of the backup at time $2, and lets PostgreSQL replay the log up to it. This runs
# without Patroni, which would replace the settings of the restore by its own.
restore_node() {
  local node=$1 data=$home/$1/data options=()
  rm -rf "$data"
  "${as_owner[@]}" mkdir -m 700 "$data"
  backrest "$node" --type=time --target="$2" --target-action=promote restore ||
    fail "restore: pgBackRest failed" "$home/pgbackrest.log" || return
  # The backup may be another node's, so its settings name that node's folder and port.
  options=(-c config_file="$data/postgresql.conf" -c hba_file="$data/pg_hba.conf" -c ident_file="$data/pg_ident.conf"
    -c listen_addresses= -c port="$(ha_port "$node" postgres)" -c unix_socket_directories="$home/$node"
    -c archive_command="$home/pgbackrest/push $home/$node %p" -c synchronous_standby_names=)
  spawn "ha.restore" "$home/restore.log" "${as_owner[@]}" "$pg_bin/postgres" -D "$data" "${options[@]}"
  wait_until 90 ha.restore -- is_promoted "$node" || fail "restore: PostgreSQL did not reach $2" "$home/restore.log" || return
  stop_processes INT ha.restore
}

is_promoted() { [[ $(ha_sql "$1" 'SELECT pg_is_in_recovery()') == f ]]; }

# Restores the whole of it: the first node from the backup, and the others from the first. What etcd knows is of the time
# after the restored one, so it is deleted.
restore_ha() {
  local node
  archive_now || return
  stop_ha
  rm -rf "$home/etcd/data" "$home/created"
  restore_node node1 "$1" || return
  for node in $(ha_nodes); do [[ $node == node1 ]] || rm -rf "$home/$node/data"; done
  start_ha
}

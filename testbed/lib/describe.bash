# Describes the testbed as JSON. No string needs quoting, because check_folder_name rejects special characters.
# shellcheck shell=bash

# Joins the lines of its input with commas.
join() { paste -sd, -; }

# Each queue of a cluster is described like a cluster; nodes of several kinds are one cluster.
describe_cluster() {
  local node sum=0
  if [[ -n ${settings[nodes]:-} ]]; then
    for node in $(nodes_of "$1"); do ((sum += $(node_processors "$node"))); done
    printf '{"name":"%s","slurmConf":"%s","partition":"main","processors":%d,"ports":{"slurmctld":%d,"slurmd":%d}}\n' \
      "$1" "$dir/$1/slurm.conf" "$sum" "${settings[${1}_slurmctld_port]}" "${settings[${node}_slurmd_port]}"
    return
  fi
  for node in $(nodes_of "$1"); do
    printf '{"name":"%s","slurmConf":"%s","partition":"%s","processors":%d,"ports":{"slurmctld":%d,"slurmd":%d}}\n' \
      "$node" "$dir/$1/slurm.conf" "$(partition_of "$node")" "$(node_processors "$node")" \
      "${settings[${1}_slurmctld_port]}" "${settings[${node}_slurmd_port]}"
  done
}

describe_gridengine() {
  printf '{"root":"%s","cell":"cell","queue":"main.q","parallelEnvironment":"smp","processors":%d,' \
    "$dir/gridengine" "${settings[gridengine]}"
  printf '"ports":{"qmaster":%d,"execd":%d}}' "${settings[gridengine_qmaster_port]}" "${settings[gridengine_execd_port]}"
}

# With failover the port is HAProxy's, and there is no socket.
describe_postgres() {
  local home=$dir/postgres port=${settings[postgres_port]} pg_bin password
  ! has_ha || home=$dir/ha
  find_postgres
  password=$(cut -d: -f5 "$home/pgpass")
  printf '{"jdbcUrl":"%s","host":"127.0.0.1","port":%d,"database":"tender","user":"tender","password":"%s",' \
    "jdbc:postgresql://127.0.0.1:$port/tender?user=tender&password=$password" "$port" "$password"
  printf '"passwordFile":"%s","programs":"%s"' "$home/pgpass" "$pg_bin"
  if has_ha; then
    printf ',"nodes":[%s]}' "$(ha_nodes | sed 's/.*/"&"/' | join)"
  else
    printf ',"socketFolder":"%s"}' "$home/socket"
  fi
}

describe_s3() {
  printf '{"endpoint":"http://127.0.0.1:%d","region":"%s","accessKey":"%s","secretKey":"%s"}' \
    "$(s3_port proxy)" "$s3_region" "$s3_access_key" "$(<"$dir/s3/secret")"
}

describe_keycloak() {
  printf '{"url":"%s","administrator":"%s","password":"%s"}' \
    "$(keycloak_url)" "$keycloak_administrator" "$(<"$dir/keycloak/password")"
}

# Written when all components are up and deleted by testbed/down. It contains a password, so only this user may read it.
write_description() {
  local name gridengine=null postgres=null s3=null keycloak=null ca=null all
  all=$(for name in $(clusters); do describe_cluster "$name"; done | join)
  ! has_gridengine || gridengine=$(describe_gridengine)
  if has postgres || has_ha; then postgres=$(describe_postgres); fi
  ! has_s3 || s3=$(describe_s3)
  ! has_keycloak || keycloak=$(describe_keycloak)
  ! has ca || ca=$(printf '{"certificate":"%s","issued":"%s"}' "$dir/ca/root.crt" "$dir/ca/issued")
  (
    umask 077
    printf '{"version":1,"directory":"%s","clusters":[%s],"gridengine":%s,"postgres":%s,"s3":%s,"keycloak":%s,"ca":%s}\n' \
      "$dir" "$all" "$gridengine" "$postgres" "$s3" "$keycloak" "$ca" >"$dir/testbed.json.new"
  )
  mv "$dir/testbed.json.new" "$dir/testbed.json"
}

# An object store with an S3 API: OpenStack Swift with a proxy, an account and a container server, and three object servers, each
# with a device (a folder) of its own. Every object has three copies. Needs root.
# shellcheck shell=bash

# Swift reads swift.conf only from /etc/swift, so each server sees the testbed's folder there, in a mount namespace of its own.
# Without user attributes of files, which Swift needs, the devices are in an image of this size; unused space takes no disk.
readonly s3_image_size=8G s3_region=us-east-1 s3_access_key=test:tester

s3_servers() { printf '%s\n' memcached account container object1 object2 object3 proxy; }

s3_port() { echo "${settings[s3_${1}_port]}"; }

check_has_s3() { has_s3 || die "the testbed in $dir has no object store. Start it in a new folder with --s3."; }

# Is there an object store? Folders of earlier versions do not have the setting.
has_s3() { [[ ${settings[s3]:-no} == yes ]]; }

check_is_s3_server() { s3_servers | grep -qxF -- "$1" || die "no server '$1' of the object store. Servers: $(s3_servers | xargs)"; }

choose_s3_ports() {
  local server
  for server in $(s3_servers); do choose_port "s3_${server}_port"; done
}

keeps_attributes() { /usr/bin/python3 -c 'import os, sys; os.setxattr(sys.argv[1], "user.swift", b"x" * 2000)' "$1" 2>/dev/null; }

create_s3_devices() {
  mkdir -p "$dir/s3/devices"
  if ! mountpoint -q "$dir/s3/devices" && ! keeps_attributes "$dir/s3/devices"; then
    if [[ ! -e $dir/s3/disk.img ]]; then
      truncate -s "$s3_image_size" "$dir/s3/disk.img.new"
      mkfs.ext4 -q "$dir/s3/disk.img.new"
      mv "$dir/s3/disk.img.new" "$dir/s3/disk.img"
    fi
    mount -o loop "$dir/s3/disk.img" "$dir/s3/devices"
  fi
  mkdir -p "$dir"/s3/devices/d{1,2,3}
}

# Writes which device has which part of the data. The same seed results in the same devices, so other ports move nothing.
write_s3_rings() {
  /usr/bin/python3 - "$dir/s3/etc" "${settings[s3_copies]:-3}" "$(s3_port account)" "$(s3_port container)" \
    "$(s3_port object1)" "$(s3_port object2)" "$(s3_port object3)" <<'PYTHON'
import sys
from swift.common.ring import RingBuilder

folder, copies, account, container, *objects = sys.argv[1:]
for kind, ports in ("account", [account] * 3), ("container", [container] * 3), ("object", objects):
    builder = RingBuilder(part_power=8, replicas=int(copies) if kind == "object" else 3, min_part_hours=0)
    for number, port in enumerate(ports, 1):
        address = {"ip": "127.0.0.1", "port": int(port), "replication_ip": "127.0.0.1", "replication_port": int(port)}
        builder.add_dev({"region": 1, "zone": number, "device": f"d{number}", "weight": 1.0, "meta": "", **address})
    builder.rebalance(seed=1)
    builder.get_ring().save(f"{folder}/{kind}.ring.gz")
PYTHON
}

# One process each (workers = 0), so that a signal ends all of a server.
write_s3_storage_conf() {
  local server=$1 kind=${1%[0-9]}
  cat >"$dir/s3/etc/$server.conf" <<CONF
# Written by testbed/up.
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $(s3_port "$server")
user = root
workers = 0
devices = $dir/s3/devices
mount_check = false
fallocate_reserve = 0
recon_cache_path = $dir/s3/recon/$server
log_level = WARNING
[pipeline:main]
pipeline = healthcheck $kind-server
[app:$kind-server]
use = egg:swift#$kind
[filter:healthcheck]
use = egg:swift#healthcheck
[object-updater]
[object-replicator]
sync_method = ssync
[container-replicator]
CONF
  mkdir -p "$dir/s3/recon/$server"
}

# The number of parts of an upload is Amazon's. Swift itself avoids a failed storage server for 60 s, too long for tests.
write_s3_proxy_conf() {
  local filter
  {
    cat <<CONF
# Written by testbed/up.
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $(s3_port proxy)
user = root
workers = 0
log_level = WARNING
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_interval = 5
[filter:s3api]
use = egg:swift#s3api
location = $s3_region
max_upload_part_num = 10000
[filter:slo]
use = egg:swift#slo
max_manifest_segments = 10000
[filter:tempauth]
use = egg:swift#tempauth
user_${s3_access_key/:/_} = $(<"$dir/s3/secret") .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$(s3_port memcached)
CONF
    for filter in catch_errors gatekeeper healthcheck listing_formats bulk copy dlo symlink; do
      printf '[filter:%s]\nuse = egg:swift#%s\n' "$filter" "$filter"
    done
  } >"$dir/s3/etc/proxy.conf"
}

# The secrets are created once: the hash suffix decides where objects are.
configure_s3() {
  local secret server
  mkdir -p "$dir/s3/etc" "$dir/s3/log"
  chmod 700 "$dir/s3/etc"
  for secret in secret hash; do
    [[ -s $dir/s3/$secret ]] || (umask 077 && od -An -tx1 -N16 /dev/urandom | tr -d ' \n' >"$dir/s3/$secret")
  done
  printf '[swift-hash]\nswift_hash_path_suffix = %s\n[storage-policy:0]\nname = Policy-0\ndefault = yes\n' \
    "$(<"$dir/s3/hash")" >"$dir/s3/etc/swift.conf"
  for server in account container object1 object2 object3; do write_s3_storage_conf "$server"; done
  write_s3_proxy_conf
  write_s3_rings
}

is_s3_server_ready() {
  if [[ $1 == memcached ]]; then
    is_listening "$(s3_port memcached)"
  else
    curl -sf -m 2 -o /dev/null "http://127.0.0.1:$(s3_port "$1")/healthcheck"
  fi
}

# Runs a program with the testbed's folder as /etc/swift.
# shellcheck disable=SC2016 # the inner shell expands it
readonly with_s3_etc='mount --bind "$0" /etc/swift && exec "$@"'

# A variable names the folder, because the arguments do not.
spawn_s3_server() {
  local server=$1 program
  if is_running "s3.$server"; then return; fi
  if [[ $server == memcached ]]; then
    program=(memcached -u nobody -l 127.0.0.1 -p "$(s3_port memcached)" -m 64)
  else
    program=("swift-${server%[0-9]}-server" "/etc/swift/$server.conf")
  fi
  spawn "s3.$server" "$dir/s3/log/$server.log" env TESTBED_FOLDER="$dir/s3" \
    unshare -m bash -c "$with_s3_etc" "$dir/s3/etc" "${program[@]}"
}

start_s3_server() {
  spawn_s3_server "$1"
  wait_until 90 "s3.$1" -- is_s3_server_ready "$1" || fail "s3: $1 did not start" "$dir/s3/log/$1.log"
}

# One pass of what a real store does all the time: servers get what they missed while they were down.
repair_s3() {
  local pass program server
  for pass in updater:object{1,2,3} replicator:object{1,2,3} replicator:container; do
    server=${pass#*:}
    program=swift-${server%[0-9]}-${pass%:*}
    unshare -m bash -c "$with_s3_etc" "$dir/s3/etc" "$program" "/etc/swift/$server.conf" once \
      </dev/null >>"$dir/s3/log/$program.log" 2>&1 || fail "s3: $program failed for $server" "$dir/s3/log/$program.log"
  done
}

start_s3() {
  local server
  create_s3_devices || return
  configure_s3 || return
  for server in $(s3_servers); do spawn_s3_server "$server"; done
  for server in $(s3_servers); do start_s3_server "$server" || return; done
}

is_s3_up() {
  local server
  for server in $(s3_servers); do is_running "s3.$server" || return 1; done
}

is_any_of_s3_running() {
  local server pid
  for server in $(s3_servers); do
    if is_running "s3.$server"; then return; fi
  done
  return 1
}

stop_s3() {
  local server ids=()
  for server in $(s3_servers); do ids+=("s3.$server"); done
  stop_processes TERM "${ids[@]}"
  if mountpoint -q "$dir/s3/devices"; then umount "$dir/s3/devices"; fi
}

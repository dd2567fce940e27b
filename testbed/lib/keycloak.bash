# An identity provider: Keycloak, whose program Maven fetches. pom.xml has the version. Plain HTTP on loopback, the files in the
# testbed's folder, and an administrator with a random password.
# shellcheck shell=bash

readonly keycloak_administrator=admin

# One compiler and one collector thread, because the server lives for minutes and shares its processors.
readonly keycloak_java_options='-Xms64m -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1'

has_keycloak() { [[ ${settings[keycloak]:-no} == yes ]]; }

check_has_keycloak() { has_keycloak || die "the testbed in $dir has no Keycloak. Start it in a new folder with --keycloak."; }

keycloak_url() { echo "http://127.0.0.1:${settings[keycloak_port]}"; }

# The program, fetched and configured once for this checkout; it gets its name when it is complete. The configuration takes as long
# as a start, so testbeds share it.
prepare_keycloak() {
  local log=$dir/keycloak/prepare.log lock new
  program=$lib/../target/keycloak
  mkdir -p "$lib/../target"
  exec {lock}>"$lib/../target/keycloak.lock"
  flock "$lock"
  # A newer pom.xml may have another version.
  if [[ ! -d $program || $lib/../pom.xml -nt $program ]]; then
    new=$(mktemp -d "$program.XXXXXX")
    {
      "$lib/../../scripts/mvn" -q -pl testbed dependency:unpack@keycloak -Dkeycloak.folder="$new" &&
        mv "$new"/keycloak-*/* "$new" &&
        JAVA_HOME=$("$lib/../../scripts/find-jdk") JAVA_OPTS=$keycloak_java_options \
          bash "$new/bin/kc.sh" build --db=dev-file &&
        rm -rf "$program" && touch "$new" && mv "$new" "$program"
    } </dev/null >>"$log" 2>&1 9>&- || {
      rm -rf "$new"
      fail "keycloak: the program could not be prepared" "$log"
      return
    }
  fi
  exec {lock}>&-
}

# New files replace those of the shared program, to which the others are links.
write_keycloak_conf() {
  local conf=$dir/keycloak/home/conf/keycloak.conf
  (
    umask 077
    cat >"$conf.new" <<CONF
# Written by testbed/up and testbed/keycloak-start.
http-enabled=true
http-host=127.0.0.1
http-port=${settings[keycloak_port]}
hostname=$(keycloak_url)
cache=local
bootstrap-admin-username=$keycloak_administrator
bootstrap-admin-password=$(<"$dir/keycloak/password")
CONF
  )
  mv "$conf.new" "$conf"
}

is_keycloak_ready() { curl -sf -m 5 -o /dev/null "$(keycloak_url)/realms/master"; }

start_keycloak() {
  local program home=$dir/keycloak
  if is_running keycloak; then return; fi
  mkdir -p "$home"
  if [[ ! -d $home/home ]]; then
    prepare_keycloak || return
    rm -rf "$home/home.new"
    cp -al "$program" "$home/home.new" 2>/dev/null || cp -a "$program" "$home/home.new" || return
    mv "$home/home.new" "$home/home"
  fi
  [[ -s $home/password ]] || (umask 077 && od -An -tx1 -N16 /dev/urandom | tr -d ' \n' >"$home/password")
  write_keycloak_conf
  spawn keycloak "$home/keycloak.log" env JAVA_HOME="$("$lib/../../scripts/find-jdk")" \
    JAVA_OPTS="$keycloak_java_options" bash "$home/home/bin/kc.sh" start --optimized
  wait_until 300 keycloak -- is_keycloak_ready || fail "keycloak: the server did not start" "$home/keycloak.log"
}

# Its script waits for the Java process, and does not pass signals on.
stop_keycloak() {
  local pid java
  if is_running keycloak; then
    mapfile -t java < <(children_of "$pid")
    kill "${java[@]}" 2>/dev/null || true
    wait_until 20 -- is_stopped keycloak || kill -KILL "${java[@]}" 2>/dev/null || true
  fi
  stop_processes TERM keycloak
}
